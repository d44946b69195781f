import { z } from '#contract/zod.ts';
import { Comment, SavedComment } from '#contract/comments.ts';
import { Uuid } from '#contract/entities.ts';

const OfStudy = z.object({ uuid: Uuid });
/** The UUID of a comment is made by the device that writes it. */
const OfComment = OfStudy.extend({ comment: Uuid });

/** Comments on a study. */
export const COMMENT_CALLS = {
  comments: {
    id: 'PCALL-108',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/comments',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    answer: z.object({ data: z.array(Comment) }),
    repeats: true,
    summary: 'The comments on a study by thread, without those on segmentations that the caller may not see',
  },
  saveComment: {
    id: 'PCALL-109',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/comments/:comment',
    access: { permission: 'r:studies:detail' },
    params: OfComment,
    body: SavedComment,
    answer: z.object({ data: Comment }),
    summary: 'Begin a thread, answer one, or change the text of a comment. Notifies who is mentioned for the first time',
  },
  deleteComment: {
    id: 'PCALL-110',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/studies/:uuid/comments/:comment',
    access: { permission: 'r:studies:detail' },
    params: OfComment,
    answer: z.null(),
    summary: 'Delete a comment. One of somebody else requires r:team and r:invitations',
  },
  resolveComment: {
    id: 'PCALL-111',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/comments/:comment/resolved',
    access: { permission: 'r:studies:detail' },
    params: OfComment,
    body: z.object({ resolved: z.boolean() }),
    answer: z.object({ data: Comment }),
    summary: 'Resolve the thread of this first comment, or reopen it',
  },
} as const;
