import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Indexes for finding the rows of an object by its key, and since when an object has had no row. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await db.schema.createIndex('piece_by_object_key').on('piece').column('object_key').execute();
  await db.schema.createIndex('volume_by_object_key').on('volume').column('object_key').execute();
  await db.schema.createIndex('series_by_upload_id').on('series').column('upload_id').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('stray_object')
      .addColumn('object_key', types.text, (column) => column.primaryKey())
      .addColumn('found_at', types.whole, (column) => column.notNull()),
  ).execute();
}
