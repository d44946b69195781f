import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Operations of masks in their order, and those that were kept aside. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await db.schema
    .alterTable('segmentation')
    .addColumn('operation_number', types.whole, (column) => column.notNull().defaultTo(0))
    .execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('mask_operation')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('segmentation_id', types.whole, (column) => column.notNull().references('segmentation.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('action', types.text, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('segment_id', types.whole, (column) => column.references('segment.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('tab', types.text, (column) => column.notNull())
      .addColumn('base', types.whole, (column) => column.notNull())
      .addColumn('withdraws', types.text, (column) => column.notNull())
      .addColumn('bytes', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('mask_operation_number_once', ['segmentation_id', 'number'])
      .addUniqueConstraint('mask_operation_once', ['segmentation_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('mask_operation_by_segment').on('mask_operation').columns(['segment_id']).execute();
  await db.schema.createIndex('mask_operation_by_user').on('mask_operation').columns(['user_id']).execute();
  // The study and the segmentation by UUID: they may be gone.
  await withStrictTypes(
    engine,
    db.schema
      .createTable('mask_operation_aside')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('study_uuid', types.text, (column) => column.notNull())
      .addColumn('segmentation_uuid', types.text, (column) => column.notNull())
      .addColumn('reason', types.text, (column) => column.notNull())
      .addColumn('operation', types.text, (column) => column.notNull())
      .addColumn('size_bytes', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('mask_operation_aside_once', ['team_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('mask_operation_aside_by_user').on('mask_operation_aside').columns(['user_id']).execute();
}
