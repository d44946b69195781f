import { deleteComment, listComments, resolveComment, saveComment } from '#server/rules/comments/comments.ts';
import type { Handlers } from './handlers.ts';

export const commentRoutes = {
  comments: async ({ context, caller, params }) => ({ data: await listComments(context, caller, params.uuid) }),
  saveComment: async ({ context, caller, params, body }) => ({
    data: await saveComment(context, caller, { study: params.uuid, uuid: params.comment }, body),
  }),
  deleteComment: async ({ context, caller, params }) => {
    await deleteComment(context, caller, { study: params.uuid, uuid: params.comment });
    return null;
  },
  resolveComment: async ({ context, caller, params, body }) => ({
    data: await resolveComment(context, caller, { study: params.uuid, uuid: params.comment }, body.resolved),
  }),
} satisfies Partial<Handlers>;
