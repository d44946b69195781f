import { exportRecords } from '#server/audit/export.ts';
import { listRecords } from '#server/audit/read.ts';
import { verifyTrail } from '#server/audit/verify.ts';
import { createActivityLimits, recordActivity } from '#server/rules/activity-log.ts';
import { findSession, listEntries, listSessions } from '#server/rules/activity-reading.ts';
import { logScopeOf, spanToMs } from '#server/rules/log-scope.ts';
import type { Handlers } from './handlers.ts';

/** The activity log, and the audit trail for who may read it. */
export function logRoutes() {
  const limits = createActivityLimits();
  return {
    log: async ({ context, caller, query }) => {
      await recordActivity(context, caller, query, limits);
      return null;
    },
    logSessions: ({ context, caller, query }) => listSessions(context.db.read, logScopeOf(caller, query), query),
    logEntries: ({ context, caller, query }) => listEntries(context.db.read, logScopeOf(caller, query), query),
    logSession: ({ context, caller, params, query }) =>
      findSession(context.db.read, logScopeOf(caller, query), { id: Number(params.id), page: query.page }),
    auditRecords: async ({ context, caller, query: { user, from, to, all, ...rest } }) =>
      listRecords(context.db.read, { ...rest, ...spanToMs({ from, to }), userId: user, teamId: logScopeOf(caller, { all }) }),
    verifyAudit: ({ context, query }) => verifyTrail(context.db.read, query),
    exportAudit: async ({ context, caller, query }) =>
      exportRecords(context.db.read, { ...spanToMs(query), teamId: logScopeOf(caller, query) }),
  } satisfies Partial<Handlers>;
}
