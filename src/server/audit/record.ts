import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { RecordKind } from '#contract/logs.ts';
import type { AuditRecordTable } from '#server/db/schema.ts';

/** A call and its result. No name, no text entered by a user, no token: only IDs, codes and an address. */
export interface AuditEntry {
  kind: RecordKind;
  /** Name of the call or of the socket event in the contract. */
  call: string;
  userId: number | null;
  /** The administrator who acted as that user. */
  actedBy?: number | null;
  teamId: number | null;
  subject: string | null;
  result: string;
  address: string;
}

export type StoredRecord = Selectable<AuditRecordTable>;
export type UnhashedRecord = Omit<StoredRecord, 'hash'>;

/** Predecessor of the first record. */
export const FIRST_HASH = '0'.repeat(64);

/** The same text for the same record, whatever the column order of a database. Without `acted_by` if nobody did, as before there was one. */
export function recordToText({ seq, at, team_id, user_id, kind, call, subject, result, address, acted_by }: UnhashedRecord): string {
  return JSON.stringify({ seq, at, team_id, user_id, kind, call, subject, result, address, ...(acted_by !== null && { acted_by }) });
}

/** Each hash covers all earlier records. */
export function hashOfRecord(hashBefore: string, record: UnhashedRecord): string {
  return createHash('sha256').update(hashBefore).update(recordToText(record)).digest('hex');
}
