import type { Kysely } from 'kysely';
import { putAuditTriggers, wrongAuditTriggers } from '#server/db/audit-triggers.ts';
import type { Database } from '#server/db/database.ts';
import { appendRecords } from './trail.ts';

/**
 * Runs at every start: restores missing or changed triggers of the trail, removes rules and row security on PostgreSQL, and records that in the
 * trail in the same transaction. Returns their names. If the trail was opened and closed again between two starts, only its hashes show it.
 */
export async function restoreAuditTriggers({ db, now }: { db: Database; now: () => number }): Promise<string[]> {
  if ((await wrongAuditTriggers(untyped(db.read))).length === 0) return [];
  return db.write(async (tx) => {
    // If two servers start at the same moment, the second one finds them restored.
    const wrong = await wrongAuditTriggers(untyped(tx));
    if (wrong.length === 0) return wrong;
    await putAuditTriggers(untyped(tx));
    const entry = { kind: 'write', call: 'restore-audit-triggers', userId: null, teamId: null, subject: null, result: 'done' } as const;
    await appendRecords(tx, [{ ...entry, address: 'server' }], now);
    return wrong;
  });
}

const untyped = (db: unknown): Kysely<never> => db as Kysely<never>;
