import { createInfer } from '#server/rules/conversion/infers.ts';
import type { Handlers } from './handlers.ts';

export const inferRoutes = {
  createInfer: async ({ context, caller, body, http }) => {
    http.concerns({ subject: body.caseId });
    return { data: await createInfer(context, caller, body) };
  },
} satisfies Partial<Handlers>;
