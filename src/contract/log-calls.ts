import { z } from './zod.ts';
import { Uuid } from './entities.ts';
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
} from './logs.ts';
import { RowId, textUpTo } from './text.ts';

const Page = z.coerce.number().int().min(1).default(1);
const Id = z.coerce.number().int().min(1);
const Seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Of everybody and not of one team: for platform administrators. */
const All = z.literal('1').optional();
/** From this moment on, and before that one. */
const Span = { from: Moment.optional(), to: Moment.optional() };

/** Which records of the trail somebody wants to see. */
const AuditFilter = {
  user: Id.optional(),
  kind: z.enum(RECORD_KINDS).optional(),
  call: textUpTo(64).optional(),
  subject: z.union([Uuid, RowId]).optional(),
  /** Everything about a study: itself, its series, its files. */
  study: Uuid.optional(),
  result: textUpTo(64).optional(),
  /** Whatever was not done. */
  refused: z.literal('1').optional(),
  ...Span,
  all: All,
};

/** What people did: the activity log, and the audit trail that nobody can write into. */
export const LOG_CALLS = {
  log: {
    id: 'CALL-005',
    base: 'api',
    method: 'POST',
    path: 'log',
    access: 'signed-in',
    /** Any text is taken: what may not be kept is left out (src/server/rules/activity-kept.ts). */
    query: z.object({ app: z.string(), type: z.string(), path: z.string(), data: z.string().default('') }),
    answer: z.null(),
    repeats: true,
    summary: 'A step of the caller for the activity log: of the path its name alone, of the data a code and an id',
  },
  logSessions: {
    id: 'log-sessions',
    base: 'api',
    method: 'GET',
    path: 'log/sessions',
    access: { permission: 'r:log-session' },
    query: z.object({ page: Page, user: Id.optional(), ...Span, all: All }),
    answer: LogSessionPage,
    summary: 'Sign-ins with their entries in the activity log of the team, the latest first',
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
    summary: 'Entries of the activity log of the team, the newest first',
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
    summary: 'One sign-in with its entries in the team, in their order',
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
      /** Before this number. */
      before: Seq.optional(),
      ...AuditFilter,
    }),
    answer: AuditPage,
    summary: 'Records of the audit trail of the team, the newest first',
  },
  verifyAudit: {
    id: 'audit-verify',
    base: 'api',
    method: 'GET',
    path: 'audit/verify',
    access: { permission: 'r:log-session' },
    query: z
      .object({
        /** Goes on behind the last record of an earlier answer. */
        after: Seq.default(0),
        /** How many to walk, so that somebody who waits sees how far it is. */
        most: z.coerce.number().int().min(1).max(VERIFIED_AT_ONCE).default(VERIFIED_AT_ONCE),
        /** A number and its hash that somebody wrote down outside of this server. */
        seq: Seq.optional(),
        hash: Sha256.optional(),
      })
      .refine(({ seq, hash }) => (seq === undefined) === (hash === undefined), { path: ['hash'] }),
    answer: AuditVerdict,
    summary: 'Whether the audit trail of this server is as it was written, and whether a hash of before still stands',
  },
  auditHead: {
    id: 'audit-head',
    base: 'api',
    method: 'GET',
    path: 'audit/head',
    access: { permission: 'r:log-session' },
    answer: AuditHead,
    records: 'export',
    summary: 'Number and hash of the last record, to be kept outside of this server; nothing is walked',
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
      'Records of the audit trail of the team: a JSON object in each line, in the last one the head of the trail; or a table with names, to read',
  },
} as const;
