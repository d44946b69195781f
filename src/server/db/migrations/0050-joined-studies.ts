import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Uploads that add series to an existing study. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('joined_study')
      .addColumn('upload_id', types.whole, (column) => column.notNull().references('upload.id').onDelete('cascade'))
      .addColumn('client_id', types.text, (column) => column.notNull())
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('joined_study_key', ['upload_id', 'client_id']),
  ).execute();
  await db.schema.createIndex('joined_study_by_study_id').on('joined_study').column('study_id').execute();
}
