import { checkStudy, findStudy, listStudies } from '#server/rules/studies.ts';
import type { Handlers } from './handlers.ts';

export const studyRoutes = {
  checkStudy: ({ context, caller, params }) => checkStudy(context, caller, params.studyInstanceUid),
  studies: ({ context, caller, query }) => listStudies(context, caller, query),
  study: async ({ context, caller, params }) => ({ data: await findStudy(context, caller, params.id) }),
} satisfies Partial<Handlers>;
