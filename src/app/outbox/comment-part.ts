import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { mayBeTaken, type ApiFailure, type ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Comment } from '#contract/comments.ts';
import { t } from '#language/t.ts';
import { keepCommentDraft } from '#localdb/comment-drafts.ts';
import { draftKey } from '#model/comments/comment-draft.ts';
import type { CommentWrite } from '#model/comments/shown-comments.ts';
import { commentsKey } from '#sync/comments-key.ts';
import type { WritePart } from './write-part.ts';

/** Comments, their changes and deletions, and resolved threads. What was written in one that is refused stays on this device. */
export const COMMENTS: WritePart<CommentWrite, Comment | null> = {
  send: sendComment,
  show({ client, team }, { study, comment }, saved) {
    if (saved === undefined) return;
    client.setQueryData<Comment[]>(commentsKey(team, study), (list) => list && withAnswer(list, comment, saved));
  },
  keys: (team, { study }) => [commentsKey(team, study)],
  refusedText,
  async storeInstead(db, _, { write, failure }) {
    if (write.kind !== 'comment' && write.kind !== 'comment-change') return;
    const { thread, pin, segmentation, segment, text, mentions } = write.content;
    await keepCommentDraft(db, {
      ...{ key: draftKey.refused(write.comment), study: write.study, why: whyText(failure) },
      ...{ thread: thread === write.comment ? null : thread, pin, segmentation, segment, text, mentions },
    });
  },
};

/** A server of an earlier version answers this call like a study that is gone (docs/decisions/339), and the write waits for a later version. */
async function sendComment(write: CommentWrite): Promise<ApiResult<Comment | null>> {
  const answer = await callServer(write);
  if (answer.ok || answer.failure.kind !== 'refused' || answer.failure.code !== 'not_found') return answer;
  const listed = await callApi(CALLS.comments, { params: { uuid: write.study }, quiet: true });
  if (listed.ok) return answer;
  const existing = await callApi(CALLS.existingStudies, { body: { uuids: [write.study] }, quiet: true });
  if (!existing.ok) return mayBeTaken(existing.failure) ? existing : answer;
  return existing.value.data.includes(write.study) ? { ok: false, failure: { kind: 'network' } } : answer;
}

/** Null: deleted. */
async function callServer(write: CommentWrite): Promise<ApiResult<Comment | null>> {
  const params = { uuid: write.study, comment: write.comment };
  if (write.kind === 'comment-deletion') return callApi(CALLS.deleteComment, { params, quiet: true });
  const answer =
    write.kind === 'comment-resolved'
      ? await callApi(CALLS.resolveComment, { params, body: { resolved: write.on }, quiet: true })
      : await callApi(CALLS.saveComment, { params, body: { ...write.content, base: write.base, device: write.device }, quiet: true });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

/** A deleted first comment keeps the place of its answers. */
function withAnswer(list: readonly Comment[], uuid: string, saved: Comment | null): Comment[] {
  const isNew = !list.some((each) => each.uuid === uuid);
  if (saved !== null) return isNew ? [...list, saved] : list.map((each) => (each.uuid === uuid ? saved : each));
  const hasAnswers = list.some((each) => each.thread === uuid && each.uuid !== uuid);
  if (!hasAnswers) return list.filter((each) => each.uuid !== uuid);
  return list.map((each) => (each.uuid === uuid ? { ...each, text: '', mentions: [], deleted: true, editable: false } : each));
}

function refusedText(failure: ApiFailure, write: CommentWrite): string {
  if (write.kind === 'comment-deletion') return t('The comment was not deleted. {why}', { why: whyText(failure) });
  if (write.kind === 'comment-resolved')
    return write.on
      ? t('The thread was not resolved. {why}', { why: whyText(failure) })
      : t('The thread was not reopened. {why}', { why: whyText(failure) });
  // The whole text, for a study that cannot be opened any more.
  return t('The comment was not sent. {why} It is kept in the tab Comments: “{text}”', {
    why: whyText(failure),
    text: write.content.text,
  });
}

const whyText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: t('The study is no longer there, or you may no longer see it.'),
    comment_deleted: t('It was deleted in the meantime.'),
    conflict: t('It was changed in the meantime.'),
    invalid: t('What it is about is no longer there, or you may no longer see it.'),
    too_large:
      failure.kind === 'refused' && failure.limit ? t('A study has at most {max} comments.', { max: failure.limit.max }) : undefined,
  });
