import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Versions of pipelines, blueprints of teams, and flows with their steps. Existing pipelines have no steps. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  const { schema } = db as unknown as Kysely<Record<string, never>>;
  await schema.alterTable('pipeline').addColumn('deleted_at', types.whole).execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('pipeline_version')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('pipeline_id', types.whole, (column) => column.notNull().references('pipeline.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('definition', types.text, (column) => column.notNull())
      .addColumn('author_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('pipeline_version_once', ['pipeline_id', 'number']),
  ).execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('pipeline_blueprint')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('fields', types.text, (column) => column.notNull())
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('pipeline_blueprint_once', ['team_id', 'uuid']),
  ).execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('flow')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('pipeline_id', types.whole, (column) => column.notNull().references('pipeline.id').onDelete('cascade'))
      .addColumn('version_id', types.whole, (column) => column.notNull().references('pipeline_version.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('position', types.whole, (column) => column.notNull())
      .addColumn('woken', types.whole, (column) => column.notNull())
      .addColumn('open_key', types.text, (column) => column.unique())
      .addColumn('start_key', types.text, (column) => column.notNull().unique())
      .addColumn('started_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addColumn('ended_at', types.whole),
  ).execute();
  await schema.createIndex('flow_by_study').on('flow').columns(['study_id', 'open_key']).execute();
  await schema.createIndex('flow_of_team').on('flow').columns(['team_id', 'state', 'id']).execute();
  await schema.createIndex('flow_by_version').on('flow').column('version_id').execute();
  await schema.createIndex('flow_by_pipeline').on('flow').column('pipeline_id').execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('flow_step')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('flow_id', types.whole, (column) => column.notNull().references('flow.id').onDelete('cascade'))
      .addColumn('position', types.whole, (column) => column.notNull())
      .addColumn('step', types.text, (column) => column.notNull())
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('tries', types.whole, (column) => column.notNull())
      .addColumn('reason', types.text)
      .addColumn('results', types.text, (column) => column.notNull())
      .addColumn('links', types.text, (column) => column.notNull())
      .addColumn('started_at', types.whole)
      .addColumn('ended_at', types.whole)
      .addUniqueConstraint('flow_step_once', ['flow_id', 'position']),
  ).execute();
}
