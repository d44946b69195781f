import type { Kysely } from 'kysely';
import { putAuditTriggers, wrongAuditTriggers } from '#server/db/audit-triggers.ts';
import type { Database } from '#server/db/database.ts';
import { appendRecords } from './trail.ts';

/**
 * At every start: triggers of the trail that are missing or changed are put back, and the trail says so in the same transaction. Gives their
 * names. A trail that was left open and closed again between two starts is found by its hashes alone.
 */
export async function restoreAuditTriggers({ db, now }: { db: Database; now: () => number }): Promise<string[]> {
  if ((await wrongAuditTriggers(untyped(db.read))).length === 0) return [];
  return db.write(async (tx) => {
    // Of two servers that start at the same moment the second finds them in place.
    const wrong = await wrongAuditTriggers(untyped(tx));
    if (wrong.length === 0) return wrong;
    await putAuditTriggers(untyped(tx));
    const entry = { kind: 'write', call: 'restore-audit-triggers', userId: null, teamId: null, subject: null, result: 'done' } as const;
    await appendRecords(tx, [{ ...entry, address: 'server' }], now);
    return wrong;
  });
}

const untyped = (db: unknown): Kysely<never> => db as Kysely<never>;
