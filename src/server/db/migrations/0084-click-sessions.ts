import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Clicks that a worker answers: sessions, and the prompt of each. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('click_session')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('series_id', types.whole, (column) => column.notNull().references('series.id').onDelete('cascade'))
      .addColumn('version_id', types.whole, (column) => column.notNull().references('ai_version.id').onDelete('cascade'))
      .addColumn('grid_hash', types.text, (column) => column.notNull())
      .addColumn('worker_id', types.whole, (column) => column.references('ai_worker.id').onDelete('set null'))
      .addColumn('lease_until', types.whole)
      .addColumn('ticket_hash', types.text, (column) => column.unique())
      .addColumn('client_until', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('click_session_of_user', ['team_id', 'user_id']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('click_prompt')
      .addColumn('session_id', types.whole, (column) => column.primaryKey().references('click_session.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('clicks', types.text, (column) => column.notNull())
      .addColumn('mask', types.text)
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('answer', types.text)
      .addColumn('detail', types.text, (column) => column.notNull()),
  ).execute();
  for (const column of ['worker_id', 'study_id', 'series_id', 'version_id'] as const)
    await db.schema.createIndex(`click_session_${column}`).on('click_session').column(column).execute();
}
