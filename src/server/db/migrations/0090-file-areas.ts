import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Areas of the file manager: trees of entries, contents that copies share, where their bytes are, and works. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  const { schema } = db as unknown as Kysely<Record<string, never>>;
  await withStrictTypes(
    engine,
    schema
      .createTable('file_area')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('place', types.text, (column) => column.notNull().unique())
      .addColumn('team_id', types.whole, (column) => column.references('team.id').onDelete('cascade')),
  ).execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('file_content')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addColumn('bytes', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull()),
  ).execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('file_piece')
      .addColumn('content_id', types.whole, (column) => column.notNull().references('file_content.id').onDelete('cascade'))
      .addColumn('file_offset', types.whole, (column) => column.notNull())
      .addColumn('length', types.whole, (column) => column.notNull())
      .addColumn('object_key', types.text, (column) => column.notNull())
      .addColumn('object_offset', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('file_piece_once', ['content_id', 'file_offset']),
  ).execute();
  await schema.createIndex('file_piece_by_object').on('file_piece').column('object_key').execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('file_work')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('area_id', types.whole, (column) => column.notNull().references('file_area.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('is_job', types.bit, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('input', types.text, (column) => column.notNull())
      .addColumn('plan', types.text)
      .addColumn('dir_id', types.whole)
      .addColumn('upload_id', types.whole, (column) => column.references('upload.id').onDelete('set null'))
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('count', types.whole, (column) => column.notNull())
      .addColumn('dir', types.text, (column) => column.notNull())
      .addColumn('entries_done', types.whole, (column) => column.notNull())
      .addColumn('entries_total', types.whole)
      .addColumn('bytes_done', types.whole, (column) => column.notNull())
      .addColumn('bytes_total', types.whole)
      .addColumn('current', types.text)
      .addColumn('failure', types.text)
      .addColumn('skipped', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('started_at', types.whole)
      .addColumn('ended_at', types.whole),
  ).execute();
  await schema.createIndex('file_work_of_area').on('file_work').columns(['area_id', 'state', 'id']).execute();
  await schema.createIndex('file_work_by_upload').on('file_work').column('upload_id').execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('file_entry')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('area_id', types.whole, (column) => column.notNull().references('file_area.id').onDelete('cascade'))
      .addColumn('parent_id', types.whole, (column) => column.references('file_entry.id').onDelete('cascade'))
      .addColumn('top', types.text)
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('content_id', types.whole, (column) => column.references('file_content.id'))
      .addColumn('bytes', types.whole, (column) => column.notNull())
      .addColumn('changed_at', types.whole, (column) => column.notNull())
      .addColumn('work_id', types.whole, (column) => column.references('file_work.id').onDelete('cascade'))
      .addColumn('deleted_at', types.whole)
      .addColumn('deleted_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('was_in', types.text)
      .addUniqueConstraint('file_entry_once', ['parent_id', 'name']),
  ).execute();
  await schema.createIndex('file_entry_top').on('file_entry').columns(['area_id', 'top', 'deleted_at']).execute();
  await schema.createIndex('file_entry_by_content').on('file_entry').column('content_id').execute();
}
