import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** The study of a patient that follow-up compares others with, as somebody has chosen it. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('follow_up_baseline')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('patient_id', types.whole, (column) => column.notNull().references('patient.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.references('study.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('follow_up_baseline_once', ['patient_id']),
  ).execute();
  for (const each of ['study', 'user'])
    await db.schema
      .createIndex(`follow_up_baseline_by_${each}`)
      .on('follow_up_baseline')
      .columns([`${each}_id`])
      .execute();
}
