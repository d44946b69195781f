import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Studies that are deleted and can be restored for a time, and what is known of their series afterwards. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await db.schema.alterTable('study').addColumn('deleted_at', types.whole).execute();
  await db.schema
    .alterTable('study')
    .addColumn('deleted_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('study_by_deletion').on('study').columns(['team_id', 'deleted_at']).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('removed_series')
      .addColumn('uuid', types.text, (column) => column.primaryKey().notNull())
      .addColumn('upload_id', types.whole, (column) => column.notNull().references('upload.id').onDelete('cascade'))
      .addColumn('study_uuid', types.text, (column) => column.notNull())
      .addColumn('study_client_id', types.text, (column) => column.notNull())
      .addColumn('idx', types.whole, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('removed_series_by_upload').on('removed_series').column('upload_id').execute();
}
