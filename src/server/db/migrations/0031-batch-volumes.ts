import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Volumes of series that have not been moved, for viewing (CALL-062). They are deleted with their batch. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('batch_volume')
      .addColumn('upload_id', types.whole, (column) => column.notNull().references('upload.id').onDelete('cascade'))
      .addColumn('series_upload_id', types.text, (column) => column.notNull())
      .addColumn('object_key', types.text, (column) => column.notNull())
      .addColumn('size', types.whole, (column) => column.notNull())
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('batch_volume_key', ['upload_id', 'series_upload_id']),
  ).execute();
  await db.schema.createIndex('batch_volume_by_object_key').on('batch_volume').column('object_key').execute();
}
