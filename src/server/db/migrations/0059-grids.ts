import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Grids of series. The version of the series reader grows with this migration: after the next start all series are read again. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('grid')
      .addColumn('series_id', types.whole, (column) => column.notNull().references('series.id').onDelete('cascade'))
      .addColumn('hash', types.text, (column) => column.notNull())
      .addColumn('grid', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('grid_key', ['series_id', 'hash']),
  ).execute();
  for (const column of ['grid_hash', 'no_volume']) await db.schema.alterTable('series_reading').addColumn(column, types.text).execute();
}
