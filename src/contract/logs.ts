import { z } from './zod.ts';
import { parseWireDate } from './dates.ts';
import { DateText } from './entities.ts';

/** A moment on the wire (CONST-07) that exists in the calendar. The client converts what a user enters (CONST-08 to 10). */
export const Moment = DateText.refine((text) => parseWireDate(text) !== null);

/** `name` is null if the account no longer exists. */
export const LogPerson = z.object({ id: z.number().int(), name: z.string().nullable() });
export type LogPerson = z.infer<typeof LogPerson>;

/** Everyone with an entry or a record. */
export const LogPeople = z.object({ data: z.array(LogPerson) });

/** Types of entries in the activity log (CALL-005). Any other type is stored as `other`. */
export const LOG_TYPES = ['route', 'click', 'other'] as const;

/** A sign-in, from its first entry to its last. */
export const LogSession = z.object({
  id: z.number().int(),
  user: LogPerson,
  started_at: DateText,
  last_at: DateText,
  entries: z.number().int(),
});
export type LogSession = z.infer<typeof LogSession>;

/** One step of a user. No patient data: a path without query and fragment, a code, an ID. */
export const LogEntry = z.object({
  id: z.number().int(),
  session_id: z.number().int(),
  user: LogPerson,
  team_id: z.number().int().nullable(),
  type: z.enum(LOG_TYPES),
  path: z.string(),
  name: z.string().nullable(),
  uuid: z.string().nullable(),
  created_at: DateText,
});
export type LogEntry = z.infer<typeof LogEntry>;

const Paged = { total: z.number().int(), per_page: z.number().int(), current_page: z.number().int() };
export const LogSessionPage = z.object({ data: z.array(LogSession), ...Paged });
export const LogEntryPage = z.object({ data: z.array(LogEntry), ...Paged });
/** One session with its entries in the order of arrival. */
export const LogSessionDetail = z.object({ session: LogSession, data: z.array(LogEntry), ...Paged });

/** How the audit trail classifies a call. */
export const RECORD_KINDS = ['read', 'write', 'export', 'sign-in'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * One call or socket event with its result: `done`, or the error code. `study` is the study that `subject` is or belongs to, if the team has it. It
 * is not part of the record.
 */
export const AuditRecord = z.object({
  seq: z.number().int(),
  created_at: DateText,
  team_id: z.number().int().nullable(),
  user: LogPerson.nullable(),
  /** The platform administrator who acted as that person. */
  acted_by: LogPerson.optional(),
  kind: z.enum(RECORD_KINDS),
  call: z.string(),
  subject: z.string().nullable(),
  study: z.string().nullable(),
  result: z.string(),
  address: z.string(),
  hash: Sha256,
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** Newest first; `more`: there are records before the last one on the page. */
export const AuditPage = z.object({ data: z.array(AuditRecord), more: z.boolean() });

/** `ndjson` can be verified without this server, `csv` is for people. */
export const AUDIT_FORMATS = ['ndjson', 'csv'] as const;

/** Records per call, so that it answers within a minute. The next call continues with `after`. */
export const VERIFIED_AT_ONCE = 500_000;

/** What is wrong with the first altered record. */
export const BREAKS = ['changed', 'missing', 'inserted', 'tail_missing', 'head_changed'] as const;

/** The last record of the trail, to be stored elsewhere and compared later. For an empty trail 0 and 64 zeros. */
export const AuditHead = z.object({ seq: z.number().int(), hash: Sha256, created_at: DateText });
export type AuditHead = z.infer<typeof AuditHead>;

export const AuditVerdict = z.object({
  /** Last record when the verification began. */
  seq: z.number().int(),
  hash: Sha256,
  /** How many records were verified, and up to which. Continue with `after` until it equals `seq`. */
  records: z.number().int(),
  checked_to: z.number().int(),
  broken: z.object({ seq: z.number().int(), why: z.enum(BREAKS) }).nullable(),
  /** Result for the `seq` and `hash` in the request. */
  kept: z.enum(['stands', 'differs', 'missing']).nullable(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;
