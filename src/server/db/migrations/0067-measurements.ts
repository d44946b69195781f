import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Measurements of studies, with deleted ones. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('measurement')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('series_id', types.whole, (column) => column.notNull().references('series.id').onDelete('cascade'))
      .addColumn('grid_hash', types.text, (column) => column.notNull())
      .addColumn('slice', types.whole, (column) => column.notNull())
      .addColumn('sop', types.text, (column) => column.notNull())
      .addColumn('frame', types.whole, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('points', types.text, (column) => column.notNull())
      .addColumn('text', types.text, (column) => column.notNull())
      .addColumn('measured', types.text, (column) => column.notNull())
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('deleted_at', types.whole)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('measurement_once', ['study_id', 'uuid'])
      .addUniqueConstraint('measurement_number_once', ['study_id', 'number']),
  ).execute();
  await db.schema.createIndex('measurement_by_series').on('measurement').columns(['series_id']).execute();
  await db.schema.createIndex('measurement_by_user').on('measurement').columns(['user_id']).execute();
}
