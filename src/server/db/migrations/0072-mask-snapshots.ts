import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Masks at a number, as devices have handed them in. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('mask_snapshot')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('segmentation_id', types.whole, (column) => column.notNull().references('segmentation.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addColumn('object_key', types.text, (column) => column.notNull())
      .addColumn('size_bytes', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('mask_snapshot_once', ['segmentation_id', 'number', 'device']),
  ).execute();
  await db.schema.createIndex('mask_snapshot_by_key').on('mask_snapshot').columns(['object_key']).execute();
  await db.schema.createIndex('mask_snapshot_by_user').on('mask_snapshot').columns(['user_id']).execute();
}
