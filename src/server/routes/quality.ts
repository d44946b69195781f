import { findingsOf, listFindings, markFinding } from '#server/rules/quality/findings.ts';
import type { Handlers } from './handlers.ts';

export const qualityRoutes = {
  studyFindings: async ({ context, caller, params }) => ({ data: await findingsOf(context, caller, params.uuid) }),
  findings: ({ context, caller, query }) => listFindings(context, caller, query),
  markFinding: async ({ context, caller, params, body }) => ({
    data: await markFinding(context, caller, { study: params.uuid, uuid: params.finding }, body),
  }),
} satisfies Partial<Handlers>;
