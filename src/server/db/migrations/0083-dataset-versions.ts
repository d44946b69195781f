import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Frozen versions of datasets: their cases, and the images of each case. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('dataset_version')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('dataset_id', types.whole, (column) => column.notNull().references('dataset.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('failure', types.text)
      .addColumn('choice', types.text, (column) => column.notNull())
      .addColumn('classes', types.text, (column) => column.notNull())
      .addColumn('channels', types.text, (column) => column.notNull())
      .addColumn('left_out', types.text, (column) => column.notNull())
      .addColumn('faces_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('faces_at', types.whole)
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('dataset_version_once', ['dataset_id', 'uuid'])
      .addUniqueConstraint('dataset_version_number', ['dataset_id', 'number']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('dataset_case')
      .addColumn('version_id', types.whole, (column) => column.notNull().references('dataset_version.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('study_id', types.whole, (column) => column.references('study.id').onDelete('set null'))
      .addColumn('study_uuid', types.text, (column) => column.notNull())
      .addColumn('patient_uuid', types.text, (column) => column.notNull())
      .addColumn('part', types.whole, (column) => column.notNull())
      .addColumn('face', types.whole, (column) => column.notNull())
      .addColumn('segmentation_id', types.whole, (column) => column.references('segmentation.id').onDelete('set null'))
      .addColumn('segmentation_uuid', types.text, (column) => column.notNull())
      .addColumn('operation_number', types.whole, (column) => column.notNull())
      .addColumn('series_id', types.whole, (column) => column.notNull())
      .addColumn('grid_hash', types.text, (column) => column.notNull())
      .addColumn('segments', types.text, (column) => column.notNull())
      .addColumn('label_key', types.text)
      .addColumn('label_sha256', types.text)
      .addColumn('label_bytes', types.whole)
      .addColumn('voxels', types.text)
      .addColumn('overlapping', types.whole, (column) => column.notNull())
      .addColumn('withdrawn_at', types.whole)
      .addPrimaryKeyConstraint('dataset_case_once', ['version_id', 'number']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('dataset_image')
      .addColumn('version_id', types.whole, (column) => column.notNull().references('dataset_version.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('channel', types.whole, (column) => column.notNull())
      .addColumn('series_uuid', types.text, (column) => column.notNull())
      .addColumn('grid_hash', types.text)
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addColumn('bytes', types.whole, (column) => column.notNull())
      .addColumn('object_key', types.text)
      .addPrimaryKeyConstraint('dataset_image_once', ['version_id', 'number', 'channel']),
  ).execute();
  await db.schema
    .alterTable('dataset')
    .addColumn('last_version', types.whole, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('dataset_case_by_study').on('dataset_case').columns(['study_id']).execute();
  await db.schema.createIndex('dataset_case_by_segmentation').on('dataset_case').columns(['segmentation_id']).execute();
  await db.schema.createIndex('dataset_case_by_label').on('dataset_case').columns(['label_key']).execute();
  await db.schema.createIndex('dataset_image_by_key').on('dataset_image').columns(['object_key']).execute();
  await db.schema.createIndex('dataset_version_by_created_by').on('dataset_version').columns(['created_by']).execute();
  await db.schema.createIndex('dataset_version_by_faces_by').on('dataset_version').columns(['faces_by']).execute();
}
