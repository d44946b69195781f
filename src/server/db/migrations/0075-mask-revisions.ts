import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Names for numbers of segmentations. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('segmentation_revision')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('segmentation_id', types.whole, (column) => column.notNull().references('segmentation.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('deleted_at', types.whole)
      .addUniqueConstraint('segmentation_revision_once', ['segmentation_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('segmentation_revision_by_user').on('segmentation_revision').columns(['user_id']).execute();
}
