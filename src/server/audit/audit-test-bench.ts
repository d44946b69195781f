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

/** A trail of some records that differ in every field. */
export async function filledTrail(db: Database, now: () => number, count: number): Promise<Trail> {
  const trail = createTrail({ db, now });
  for (let index = 1; index <= count; index += 1)
    await trail.record({ ...ENTRY, userId: index, subject: String(index), address: `10.0.0.${index % 250}` });
  return trail;
}

/** The database owner can remove its triggers. */
export async function openForTampering(db: Database): Promise<void> {
  await db.write(async (tx) => {
    if (db.engine === 'postgres') {
      for (const table of ['audit_record', 'audit_head']) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
      return;
    }
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger' and tbl_name like 'audit_%'`.execute(
      tx,
    );
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx);
  });
}

/** Rewrites the chain to match the records, as anyone with write access to the database could. */
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
