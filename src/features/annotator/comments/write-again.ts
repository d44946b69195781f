import { draftKey, type CommentDraft } from '#model/comments/comment-draft.ts';

/** A refused comment as a new thread on the same place, without the segmentation, which may be the reason. */
export function writtenAgain(refused: CommentDraft): CommentDraft {
  return { ...refused, key: draftKey.new(refused.study), thread: null, segmentation: null, segment: null, why: null };
}
