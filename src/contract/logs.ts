import { z } from './zod.ts';
import { parseWireDate } from './dates.ts';
import { DateText } from './entities.ts';

/** A moment of the wire (CONST-07) that exists in the calendar; what a person writes (CONST-08 to 10) the client turns into it. */
export const Moment = DateText.refine((text) => parseWireDate(text) !== null);

/** `name` is null once the account is gone. */
const LogPerson = z.object({ id: z.number().int(), name: z.string().nullable() });
export type LogPerson = z.infer<typeof LogPerson>;

/** Everybody of whom there is an entry or a record. */
export const LogPeople = z.object({ data: z.array(LogPerson) });

/** What an entry of the activity log may be (CALL-005); another word is kept as `other`. */
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

/** One step of a person. No patient data: a path without query and fragment, a code, an id. */
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
/** One session with its entries in the order in which they came. */
export const LogSessionDetail = z.object({ session: LogSession, data: z.array(LogEntry), ...Paged });

/** What a call of the contract is to the audit trail. */
export const RECORD_KINDS = ['read', 'write', 'export', 'sign-in'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * One call or socket event, and what became of it: `done`, or the code of its refusal. `study` is the one that `subject` is, or is of, as far as the
 * team has it; it is no part of the record.
 */
export const AuditRecord = z.object({
  seq: z.number().int(),
  created_at: DateText,
  team_id: z.number().int().nullable(),
  user: LogPerson.nullable(),
  kind: z.enum(RECORD_KINDS),
  call: z.string(),
  subject: z.string().nullable(),
  study: z.string().nullable(),
  result: z.string(),
  address: z.string(),
  hash: Sha256,
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** Newest first; `more` are before the last one of the page. */
export const AuditPage = z.object({ data: z.array(AuditRecord), more: z.boolean() });

/** `ndjson` can be checked without this server, `csv` is for people. */
export const AUDIT_FORMATS = ['ndjson', 'csv'] as const;

/** Of one call: it has a minute for its answer, and goes on with `after`. */
export const VERIFIED_AT_ONCE = 500_000;

/** What is wrong with the first record that is not as it was written. */
export const BREAKS = ['changed', 'missing', 'inserted', 'tail_missing', 'head_changed'] as const;

/** The last record of the trail: to be kept elsewhere, and compared with later. Of an empty trail 0 and 64 zeros. */
export const AuditHead = z.object({ seq: z.number().int(), hash: Sha256, created_at: DateText });
export type AuditHead = z.infer<typeof AuditHead>;

export const AuditVerdict = z.object({
  /** Of the trail when the walk began. */
  seq: z.number().int(),
  hash: Sha256,
  /** How many were walked, and up to which: beyond it with `after`, until it is `seq`. */
  records: z.number().int(),
  checked_to: z.number().int(),
  broken: z.object({ seq: z.number().int(), why: z.enum(BREAKS) }).nullable(),
  /** Of the `seq` and `hash` that were asked about. */
  kept: z.enum(['stands', 'differs', 'missing']).nullable(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;
