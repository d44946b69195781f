import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import {
  AUDIT_FORMATS,
  AuditHead,
  AuditPage,
  AuditVerdict,
  LOG_TYPES,
  LogEntryPage,
  LogPeople,
  LogSessionDetail,
  LogSessionPage,
  Moment,
  RECORD_KINDS,
  Sha256,
  VERIFIED_AT_ONCE,
} from '#contract/logs.ts';
import { RowId, textUpTo } from '#contract/text.ts';

const Page = z.coerce.number().int().min(1).default(1);
const Id = z.coerce.number().int().min(1);
const Seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Of everyone and not only of one team: for platform administrators. */
const All = z.literal('1').optional();
/** From this moment on, and before that one. */
const Span = { from: Moment.optional(), to: Moment.optional() };

/** Filter for records of the audit trail. */
const AuditFilter = {
  user: Id.optional(),
  kind: z.enum(RECORD_KINDS).optional(),
  call: textUpTo(64).optional(),
  subject: z.union([Uuid, RowId]).optional(),
  /** Everything about a study: the study, its series and its files. */
  study: Uuid.optional(),
  result: textUpTo(64).optional(),
  /** Only calls that were refused or failed. */
  refused: z.literal('1').optional(),
  ...Span,
  all: All,
};

/** What people did: the activity log, and the audit trail, which nobody can change. */
export const LOG_CALLS = {
  log: {
    id: 'CALL-005',
    base: 'api',
    method: 'POST',
    path: 'log',
    access: 'signed-in',
    /** Any text is accepted. What must not be stored is left out (src/server/rules/logs/activity-stored.ts). */
    query: z.object({ app: z.string(), type: z.string(), path: z.string(), data: z.string().default('') }),
    answer: z.null(),
    repeats: true,
    summary: 'Record a step of the caller in the activity log: only the name of the path, and a code and an ID as data',
  },
  logSessions: {
    id: 'log-sessions',
    base: 'api',
    method: 'GET',
    path: 'log/sessions',
    access: { permission: 'r:log-session' },
    query: z.object({ page: Page, user: Id.optional(), ...Span, all: All }),
    answer: LogSessionPage,
    summary: 'Sign-ins with their entries in the activity log of the team, latest first',
  },
  logEntries: {
    id: 'log-entries',
    base: 'api',
    method: 'GET',
    path: 'log/entries',
    access: { permission: 'r:log-session' },
    query: z.object({
      page: Page,
      user: Id.optional(),
      type: z.enum(LOG_TYPES).optional(),
      /** The beginning of a path. */
      path: textUpTo(200).optional(),
      ...Span,
      all: All,
    }),
    answer: LogEntryPage,
    summary: 'Entries of the activity log of the team, newest first',
  },
  logSession: {
    id: 'log-session',
    base: 'api',
    method: 'GET',
    path: 'log/sessions/:id',
    access: { permission: 'r:log-session' },
    params: z.object({ id: RowId }),
    query: z.object({ page: Page, all: All }),
    answer: LogSessionDetail,
    summary: 'One sign-in with its entries in the team, in order',
  },
  logPeople: {
    id: 'log-people',
    base: 'api',
    method: 'GET',
    path: 'log/people',
    access: { permission: 'r:log-session' },
    query: z.object({ all: All }),
    answer: LogPeople,
    summary: 'People of the team with entries in the activity log or records in the audit trail, by name',
  },
  auditRecords: {
    id: 'audit-records',
    base: 'api',
    method: 'GET',
    path: 'audit/records',
    access: { permission: 'r:log-session' },
    query: z.object({
      /** Only records before this number. */
      before: Seq.optional(),
      ...AuditFilter,
    }),
    answer: AuditPage,
    summary: 'Records of the audit trail of the team, newest first',
  },
  verifyAudit: {
    id: 'audit-verify',
    base: 'api',
    method: 'GET',
    path: 'audit/verify',
    access: { permission: 'r:log-session' },
    query: z
      .object({
        /** Continues after the last record of an earlier answer. */
        after: Seq.default(0),
        /** How many records to verify, so that a waiting user sees progress. */
        most: z.coerce.number().int().min(1).max(VERIFIED_AT_ONCE).default(VERIFIED_AT_ONCE),
        /** A number and its hash that were stored outside this server. */
        seq: Seq.optional(),
        hash: Sha256.optional(),
      })
      .refine(({ seq, hash }) => (seq === undefined) === (hash === undefined), { path: ['hash'] }),
    answer: AuditVerdict,
    summary: 'Verify the audit trail of this server, and whether it still contains a hash stored earlier',
  },
  auditHead: {
    id: 'audit-head',
    base: 'api',
    method: 'GET',
    path: 'audit/head',
    access: { permission: 'r:log-session' },
    answer: AuditHead,
    records: 'export',
    summary: 'Number and hash of the last record, to be stored outside this server. Verifies nothing',
  },
  exportAudit: {
    id: 'audit-export',
    base: 'api',
    method: 'GET',
    path: 'audit/export',
    access: { permission: 'r:log-session' },
    query: z.object({ ...AuditFilter, format: z.enum(AUDIT_FORMATS).default('ndjson') }),
    answerKind: 'bytes',
    records: 'export',
    summary:
      'Export the audit trail of the team: one JSON object per line, with the head of the trail in the last line, or a table with names for people',
  },
} as const;
