import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Registrations between two series of a study. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('registration')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('fixed_series_id', types.whole, (column) => column.notNull().references('series.id').onDelete('cascade'))
      .addColumn('fixed_grid_hash', types.text, (column) => column.notNull())
      .addColumn('moving_series_id', types.whole, (column) => column.notNull().references('series.id').onDelete('cascade'))
      .addColumn('moving_grid_hash', types.text, (column) => column.notNull())
      .addColumn('method', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('failure', types.text)
      .addColumn('matrix', types.text)
      .addColumn('similarity', types.real)
      .addColumn('overlap', types.real)
      .addColumn('error_mm', types.real)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('registration_once', ['study_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('registration_by_team').on('registration').columns(['team_id']).execute();
  await db.schema.createIndex('registration_by_fixed').on('registration').columns(['fixed_series_id']).execute();
  await db.schema.createIndex('registration_by_moving').on('registration').columns(['moving_series_id']).execute();
  await db.schema.createIndex('registration_by_user').on('registration').columns(['user_id']).execute();
}
