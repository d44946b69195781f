import { keepXrSession, listXrSessions, listXrWorkers, startXrSession } from '#server/rules/xr-sessions/xr-sessions.ts';
import type { Handlers } from './handlers.ts';

/** Who looked at surfaces in 3D (docs/decisions/390). */
export const xrSessionRoutes = {
  xrSessions: ({ context, caller, query }) => listXrSessions(context.db.read, caller, query.page, context.now()),
  xrWorkers: async ({ context, caller }) => ({ data: await listXrWorkers(context.db.read, caller, context.now()) }),
  startXrSession: async ({ context, caller, body, http }) => {
    await startXrSession(context, caller, body, http.header('user-agent'));
    return { data: null };
  },
  keepXrSession: async ({ context, caller, params, body }) => {
    await keepXrSession(context, caller, params.uuid, body);
    return { data: null };
  },
} satisfies Partial<Handlers>;
