import { keepXrSession, listXrSessions, startXrSession } from '#server/rules/xr-sessions/xr-sessions.ts';
import type { Handlers } from './handlers.ts';

/** Who looked at surfaces in 3D (docs/decisions/390). */
export const xrSessionRoutes = {
  xrSessions: ({ context, caller, query }) => listXrSessions(context.db.read, caller, query.page, context.now()),
  startXrSession: async ({ context, caller, body }) => {
    await startXrSession(context, caller, body);
    return { data: null };
  },
  keepXrSession: async ({ context, caller, params, body }) => {
    await keepXrSession(context, caller, params.uuid, body);
    return { data: null };
  },
} satisfies Partial<Handlers>;
