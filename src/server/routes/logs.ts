import type { z } from 'zod';
import type { Calls } from '#contract/calls.ts';
import { exportHead, exportRecords } from '#server/audit/export.ts';
import { listRecords } from '#server/audit/read.ts';
import { verifyTrail } from '#server/audit/verify.ts';
import type { RecordFilter } from '#server/audit/walk.ts';
import { createActivityLimits, recordActivity } from '#server/rules/logs/activity-log.ts';
import { findSession, listEntries, listSessions } from '#server/rules/logs/activity-reading.ts';
import type { Member } from '#server/rules/context.ts';
import { listLogPeople } from '#server/rules/logs/log-people.ts';
import { logScopeOf, spanToMs } from '#server/rules/logs/log-scope.ts';
import type { Handlers } from './handlers.ts';

/** The activity log, and the audit trail for those who may read it. */
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
    logPeople: ({ context, caller, query }) => listLogPeople(context.db.read, logScopeOf(caller, query)),
    auditRecords: async ({ context, caller, query: { before, ...query } }) =>
      listRecords(context.db.read, { ...filterOf(caller, query), before }),
    verifyAudit: ({ context, query: { seq, hash, ...query } }) => verifyTrail(context.db.read, { ...query, seq, hash }),
    auditHead: ({ context }) => exportHead(context.db.read, context.now()),
    exportAudit: async ({ context, caller, query: { format, ...query } }) =>
      exportRecords(context.db.read, format, filterOf(caller, query)),
  } satisfies Partial<Handlers>;
}

type AskedRecords = Omit<z.output<Calls['auditRecords']['query']>, 'before'>;

function filterOf(caller: Member, { user, refused, from, to, all, ...rest }: AskedRecords): RecordFilter {
  return { ...rest, ...spanToMs({ from, to }), userId: user, isRefused: refused !== undefined, teamId: logScopeOf(caller, { all }) };
}
