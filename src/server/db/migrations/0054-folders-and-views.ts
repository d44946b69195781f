import { sql, type Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Folders of studies, saved views of the list, and an index for each filter and order of it. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('folder')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('name_key', types.text, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('folder_name_once', ['team_id', 'name_key']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('saved_view')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('query', types.text, (column) => column.notNull())
      .addColumn('of_team', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('saved_view_name_once', ['team_id', 'user_id', 'name']),
  ).execute();

  await db.schema
    .alterTable('study')
    .addColumn('folder_id', types.whole, (column) => column.references('folder.id').onDelete('set null'))
    .execute();
  await db.schema
    .alterTable('study')
    .addColumn('name_key', types.text, (column) => column.notNull().defaultTo(''))
    .execute();
  // The first line of the search text is the name in lower case.
  const lineBreak = engine === 'sqlite' ? sql`instr(search_text || char(10), char(10))` : sql`strpos(search_text || chr(10), chr(10))`;
  await sql`update study set name_key = substr(substr(search_text, 1, ${lineBreak} - 1), 1, 64)`.execute(db);

  const indexes = {
    study_by_folder: ['folder_id', 'created_at'],
    study_by_modality: ['team_id', 'modality', 'created_at'],
    study_by_body_part: ['team_id', 'body_part', 'created_at'],
    study_by_date: ['team_id', 'study_date'],
    study_by_name: ['team_id', 'name_key'],
    study_by_upload: ['upload_id', 'created_at'],
  } as const;
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('study')
      .columns([...columns])
      .execute();
  await db.schema.createIndex('series_by_state').on('series').columns(['state', 'study_id']).execute();
  await db.schema.createIndex('upload_by_user').on('upload').columns(['user_id', 'team_id']).execute();
}
