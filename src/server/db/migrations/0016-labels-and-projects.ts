import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Labels and projects of a team, and the studies that have them. A link is deleted with its study, label or project. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('label')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('name_key', types.text, (column) => column.notNull())
      .addColumn('color', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('label_name_once', ['team_id', 'name_key']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('study_label')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('label_id', types.whole, (column) => column.notNull().references('label.id').onDelete('cascade'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('study_label_once', ['study_id', 'label_id']),
  ).execute();
  await db.schema.createIndex('study_label_by_label').on('study_label').columns(['label_id', 'study_id']).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('project')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('state_code', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('project_by_team').on('project').columns(['team_id', 'name']).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('study_project')
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('project_id', types.whole, (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('study_project_once', ['study_id', 'project_id']),
  ).execute();
  await db.schema.createIndex('study_project_by_project').on('study_project').columns(['project_id', 'study_id']).execute();
}
