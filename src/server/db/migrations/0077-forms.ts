import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Forms of projects, their versions, and answers about studies, with deleted ones. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('form')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('project_id', types.whole, (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('retired_at', types.whole)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('form_once', ['team_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('form_by_project').on('form').columns(['project_id']).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('form_version')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('form_id', types.whole, (column) => column.notNull().references('form.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('definition', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('form_version_once', ['form_id', 'number']),
  ).execute();
  await db.schema.createIndex('form_version_by_user').on('form_version').columns(['user_id']).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('form_answer')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('form_version_id', types.whole, (column) => column.notNull().references('form_version.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('read_uuid', types.text)
      .addColumn('aside', types.whole, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('content', types.text, (column) => column.notNull())
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('deleted_at', types.whole)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('form_answer_once', ['study_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('form_answer_by_version').on('form_answer').columns(['form_version_id']).execute();
  await db.schema.createIndex('form_answer_by_user').on('form_answer').columns(['user_id']).execute();
}
