import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Tasks: what waits for a person. Every subject belongs to a study, with which its tasks are deleted. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('task')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('assignment', types.text, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('subject_kind', types.text, (column) => column.notNull())
      .addColumn('subject_uuid', types.text, (column) => column.notNull())
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('assignee_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('role_id', types.whole, (column) => column.references('role.id').onDelete('set null'))
      .addColumn('due', types.text, (column) => column.notNull())
      .addColumn('note', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('reason', types.text, (column) => column.notNull())
      .addColumn('decision', types.text)
      .addColumn('minutes', types.whole, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('changed_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('last_act', types.text)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addColumn('finished_at', types.whole)
      .addUniqueConstraint('task_once', ['team_id', 'assignment', 'subject_uuid']),
  ).execute();
  for (const column of ['assignee_id', 'role_id', 'created_by'] as const)
    await db.schema.createIndex(`task_by_${column}`).on('task').columns(['team_id', column, 'state']).execute();
  await db.schema.createIndex('task_by_study').on('task').column('study_id').execute();
}
