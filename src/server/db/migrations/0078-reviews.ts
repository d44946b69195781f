import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** What a task says of its review, and what was done with tasks. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  for (const [column, table] of [
    ['segmentation_id', 'segmentation'],
    ['reviewer_id', 'user'],
    ['reviewer_role_id', 'role'],
    ['of_id', 'task'],
  ] as const)
    await db.schema
      .alterTable('task')
      .addColumn(column, types.whole, (added) => added.references(`${table}.id`).onDelete('set null'))
      .execute();
  await db.schema
    .alterTable('task')
    .addColumn('round', types.whole, (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['of_id', 'segmentation_id', 'reviewer_id', 'reviewer_role_id'] as const)
    await db.schema.createIndex(`task_by_${column}`).on('task').columns([column]).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('task_move')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('task_id', types.whole, (column) => column.notNull().references('task.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('act', types.text, (column) => column.notNull())
      .addColumn('reason', types.text, (column) => column.notNull())
      .addColumn('decision', types.text)
      .addColumn('round', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('task_move_once', ['task_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('task_move_by_user').on('task_move').columns(['user_id']).execute();
}
