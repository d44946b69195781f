import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Model runs on series and studies. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('infer')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('series_id', types.whole, (column) => column.references('series.id').onDelete('cascade'))
      .addColumn('model', types.text, (column) => column.notNull())
      .addColumn('params', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('open_key', types.text, (column) => column.unique())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('infer_by_series').on('infer').column('series_id').execute();
  await db.schema.createIndex('infer_by_study').on('infer').column('study_id').execute();
}
