import { setImmediate } from 'node:timers/promises';
import type { Database, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { hashOfRecord, type AuditEntry, type StoredRecord } from './record.ts';

/** Every request to the server is recorded here before it is answered (docs/decisions/310). */
export interface Trail {
  /** Resolves once the record is durable. If it rejects, the request must not be answered. */
  record(entry: AuditEntry): Promise<void>;
  /** The same, once a minute for entries that differ only in time. Equal ones wait for the first. */
  recordOnce(entry: AuditEntry): Promise<void>;
}

const MOST_AT_ONCE = 500;
/** Addresses without a sign-in that get their own records in a minute. The others share this one. */
const MOST_STRANGERS = 1_000;
const MANY_ADDRESSES = '*';
const MINUTE_MS = 60_000;

interface Waiting {
  entry: AuditEntry;
  resolve(): void;
  reject(reason: unknown): void;
}

export function createTrail({ db, now }: { db: Database; now: () => number }): Trail {
  let waiting: Waiting[] = [];
  let isWriting = false;
  /** For the current minute. */
  let recorded = new Map<string, Promise<void>>();
  let minute = 0;

  /** Entries that arrive while a transaction is committed share the next one. */
  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      // SQLite blocks the process during a commit, so requests that have already arrived are handled first and included.
      await setImmediate();
      const group = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      try {
        await db.write((tx) =>
          appendRecords(
            tx,
            group.map(({ entry }) => entry),
            now,
          ),
        );
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  }

  const record = (entry: AuditEntry): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (!isWriting) void writeAll();
    });

  return {
    record: (entry) => record(withAddress(entry)),
    recordOnce(given) {
      const entry = withAddress(given);
      const thisMinute = Math.floor(now() / MINUTE_MS);
      if (thisMinute !== minute) recorded = new Map();
      minute = thisMinute;
      const isOneTooMany = entry.userId === null && recorded.size >= MOST_STRANGERS && !recorded.has(JSON.stringify(entry));
      const asked = isOneTooMany ? { ...entry, address: MANY_ADDRESSES } : entry;
      const key = JSON.stringify(asked);
      const known = recorded.get(key);
      if (known !== undefined) return known;
      const ofMinute = recorded;
      const recording = record(asked).catch((error: unknown) => {
        ofMinute.delete(key);
        throw error;
      });
      ofMinute.set(key, recording);
      return recording;
    },
  };
}

/** A header may claim any client address. If it is not an IP address, it is not stored. */
function withAddress(entry: AuditEntry): AuditEntry {
  return ADDRESS.test(entry.address) ? entry : { ...entry, address: 'unknown' };
}

const ADDRESS = /^[\da-f:.]{2,45}$/i;

/** The only place that writes the trail. The head stays locked until the commit, so that numbers and hashes have the same order. */
export async function appendRecords(tx: Writer, entries: readonly AuditEntry[], now: () => number): Promise<void> {
  const head = await tx.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1).$call(lockRows(tx)).executeTakeFirstOrThrow();
  const at = now();
  let { seq, hash } = head;
  const records = entries.map(({ kind, call, userId, actedBy = null, teamId, subject, result, address }): StoredRecord => {
    seq += 1;
    const record = { seq, at, team_id: teamId, user_id: userId, kind, call, subject, result, address, acted_by: actedBy };
    hash = hashOfRecord(hash, record);
    return { ...record, hash };
  });
  for (const some of inStatements(records)) await tx.insertInto('audit_record').values(some).execute();
  await tx.updateTable('audit_head').set({ seq, hash }).where('id', '=', 1).execute();
}

/** A statement is compiled and kept for each length; any number of records can be written with these three. */
const STATEMENT_LENGTHS = [64, 8, 1] as const;

function* inStatements(records: readonly StoredRecord[]): Generator<readonly StoredRecord[]> {
  let start = 0;
  for (const length of STATEMENT_LENGTHS)
    for (; records.length - start >= length; start += length) yield records.slice(start, start + length);
}
