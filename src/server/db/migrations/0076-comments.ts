import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Comments on studies, with deleted ones. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('comment')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('thread', types.text, (column) => column.notNull())
      .addColumn('number', types.whole)
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('task_id', types.whole, (column) => column.references('task.id').onDelete('set null'))
      .addColumn('series_id', types.whole, (column) => column.references('series.id').onDelete('set null'))
      .addColumn('pin', types.text)
      .addColumn('segmentation', types.text)
      .addColumn('segment', types.text)
      .addColumn('text', types.text, (column) => column.notNull())
      .addColumn('mentions', types.text, (column) => column.notNull())
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('resolved_at', types.whole)
      .addColumn('resolved_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('deleted_at', types.whole)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('comment_once', ['study_id', 'uuid'])
      .addUniqueConstraint('comment_number_once', ['study_id', 'number']),
  ).execute();
  for (const column of ['series_id', 'user_id', 'task_id', 'resolved_by', 'segmentation'] as const)
    await db.schema.createIndex(`comment_by_${column}`).on('comment').columns([column]).execute();
}
