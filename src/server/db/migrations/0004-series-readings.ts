import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Header values and thumbnails of series. Existing series are read after the next start. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('series_reading')
      .addColumn('series_id', types.whole, (column) => column.primaryKey().references('series.id').onDelete('cascade'))
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('facts', types.text)
      .addColumn('why', types.text)
      .addColumn('unread_files', types.whole, (column) => column.notNull())
      .addColumn('thumbnail_key', types.text)
      .addColumn('thumbnail_hash', types.text)
      .addColumn('thumbnail_bytes', types.whole, (column) => column.notNull())
      .addColumn('no_picture', types.text)
      .addColumn('read_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('series_reading_by_thumbnail_key').on('series_reading').column('thumbnail_key').execute();
  await db.schema.alterTable('file').addColumn('position', types.whole).execute();
  await db.schema.alterTable('file').addColumn('frames', types.whole).execute();
}
