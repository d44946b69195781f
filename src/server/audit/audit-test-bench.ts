import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { createTrail, type Trail } from './trail.ts';
import { FIRST_HASH, hashOfRecord, type AuditEntry, type StoredRecord } from './record.ts';

export const ENTRY: AuditEntry = {
  kind: 'read',
  call: 'study',
  userId: 7,
  teamId: 1,
  subject: '41',
  result: 'done',
  address: '10.0.0.1',
};

export const allRecords = (db: Database): Promise<StoredRecord[]> =>
  db.read.selectFrom('audit_record').selectAll().orderBy('seq').execute();

/** A trail of some records that differ in everything. */
export async function filledTrail(db: Database, now: () => number, count: number): Promise<Trail> {
  const trail = createTrail({ db, now });
  for (let index = 1; index <= count; index += 1)
    await trail.record({ ...ENTRY, userId: index, subject: String(index), address: `10.0.0.${index % 250}` });
  return trail;
}

/** Who owns the database takes its own refusal away. */
export async function openForTampering(db: Database): Promise<void> {
  await db.write(async (tx) => {
    if (db.engine === 'postgres') await sql`drop trigger audit_record_append_only on audit_record`.execute(tx);
    else for (const change of ['update', 'delete']) await sql`drop trigger ${sql.raw(`audit_record_no_${change}`)}`.execute(tx);
  });
}

/** A chain of its own over what the records say, as whoever can write the database can make it. */
export async function writeChainAnew(db: Database): Promise<void> {
  const records = await allRecords(db);
  await db.write(async (tx) => {
    let hash = FIRST_HASH;
    for (const record of records) {
      hash = hashOfRecord(hash, record);
      await tx.updateTable('audit_record').set({ hash }).where('seq', '=', record.seq).execute();
    }
    await tx.updateTable('audit_head').set({ seq: records.length, hash }).execute();
  });
}
