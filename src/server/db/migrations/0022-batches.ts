import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** The legacy flow: files that the server unpacks and sorts before they belong to any series. All rows are deleted with their upload. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('batch')
      .addColumn('upload_id', types.whole, (column) => column.primaryKey().references('upload.id').onDelete('cascade'))
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('sorted', types.text),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('batch_file')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('upload_id', types.whole, (column) => column.notNull().references('upload.id').onDelete('cascade'))
      .addColumn('parent_id', types.whole, (column) => column.references('batch_file.id').onDelete('cascade'))
      .addColumn('client_file_id', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('size', types.whole, (column) => column.notNull())
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addColumn('received', types.whole, (column) => column.notNull())
      .addColumn('proved', types.bit, (column) => column.notNull())
      .addColumn('is_unpacked', types.bit, (column) => column.notNull())
      .addColumn('unsupported', types.whole, (column) => column.notNull())
      .addColumn('problem', types.text)
      .addUniqueConstraint('batch_file_of_upload', ['upload_id', 'client_file_id']),
  ).execute();
  await db.schema.createIndex('batch_file_by_parent').on('batch_file').column('parent_id').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('batch_piece')
      .addColumn('file_id', types.whole, (column) => column.notNull().references('batch_file.id').onDelete('cascade'))
      .addColumn('file_offset', types.whole, (column) => column.notNull())
      .addColumn('length', types.whole, (column) => column.notNull())
      .addColumn('object_key', types.text, (column) => column.notNull())
      .addColumn('object_offset', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('batch_piece_key', ['file_id', 'file_offset']),
  ).execute();
  await db.schema.createIndex('batch_piece_by_object_key').on('batch_piece').column('object_key').execute();
}
