import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Who looked at surfaces in the viewer for headsets. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('xr_session')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('segmentation_id', types.whole, (column) => column.notNull().references('segmentation.id').onDelete('cascade'))
      .addColumn('headset', types.whole, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('started_at', types.whole, (column) => column.notNull())
      .addColumn('seen_at', types.whole, (column) => column.notNull())
      .addColumn('ended_at', types.whole),
  ).execute();
  await db.schema.createIndex('xr_session_by_team').on('xr_session').columns(['team_id', 'started_at']).execute();
  for (const column of ['study_id', 'segmentation_id', 'user_id'] as const)
    await db.schema.createIndex(`xr_session_${column}`).on('xr_session').column(column).execute();
}
