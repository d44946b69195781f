import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { RecordKind } from '#contract/logs.ts';
import type { AuditRecordTable } from '#server/db/schema.ts';

/** What somebody called, and what became of it. No name, no word of a person, no token: ids, codes and an address. */
export interface AuditEntry {
  kind: RecordKind;
  /** Name of the call or of the socket event in the contract. */
  call: string;
  userId: number | null;
  teamId: number | null;
  subject: string | null;
  result: string;
  address: string;
}

export type StoredRecord = Selectable<AuditRecordTable>;
export type UnhashedRecord = Omit<StoredRecord, 'hash'>;

/** What the first record follows. */
export const FIRST_HASH = '0'.repeat(64);

/** The same text for the same record, whatever order a database gives its columns in. */
export function recordToText({ seq, at, team_id, user_id, kind, call, subject, result, address }: UnhashedRecord): string {
  return JSON.stringify({ seq, at, team_id, user_id, kind, call, subject, result, address });
}

/** Each hash holds every record before it. */
export function hashOfRecord(hashBefore: string, record: UnhashedRecord): string {
  return createHash('sha256').update(hashBefore).update(recordToText(record)).digest('hex');
}
