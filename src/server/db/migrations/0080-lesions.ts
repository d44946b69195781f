import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Lesions of patients with deleted ones, what is said of them in each study, and responses. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('lesion')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('patient_id', types.whole, (column) => column.notNull().references('patient.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.references('study.id').onDelete('set null'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('organ', types.text, (column) => column.notNull())
      .addColumn('node', types.whole, (column) => column.notNull())
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('deleted_at', types.whole)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('lesion_once', ['team_id', 'uuid'])
      .addUniqueConstraint('lesion_number_once', ['patient_id', 'number']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('lesion_finding')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('lesion_id', types.whole, (column) => column.notNull().references('lesion.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('measurement', types.text)
      .addColumn('state', types.text)
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('lesion_finding_once', ['lesion_id', 'study_id']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('study_response')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('response', types.text, (column) => column.notNull())
      .addColumn('suggested', types.text)
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('study_response_once', ['study_id', 'uuid']),
  ).execute();
  for (const table of ['lesion', 'lesion_finding', 'study_response'] as const) {
    await db.schema.createIndex(`${table}_by_user`).on(table).columns(['user_id']).execute();
    if (table !== 'study_response') await db.schema.createIndex(`${table}_by_study`).on(table).columns(['study_id']).execute();
  }
}
