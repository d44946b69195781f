import {
  anonymiseNames,
  deidentificationOf,
  deidentificationRules,
  saveDeidentification,
} from '#server/rules/deidentification/deidentification.ts';
import type { Handlers } from './handlers.ts';

export const deidentificationRoutes = {
  anonymiseNames: async ({ context, caller, body }) => ({ a: await anonymiseNames(context, caller, body.s) }),
  deidentification: ({ context, caller }) => deidentificationOf(context.db.read, caller.teamId),
  deidentificationRules: ({ context, caller }) => deidentificationRules(context, caller),
  saveDeidentification: async ({ context, caller, body }) => {
    await saveDeidentification(context.db, caller, body);
    return null;
  },
} satisfies Partial<Handlers>;
