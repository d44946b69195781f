import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Reading campaigns: their readers, their cases, each read of a case, and the read that a review is of. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('campaign')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('blinded', types.whole, (column) => column.notNull())
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('content', types.text, (column) => column.notNull())
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('guideline_version', types.whole, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('reviewer_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('campaign_once', ['team_id', 'uuid']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('campaign_case')
      .addColumn('campaign_id', types.whole, (column) => column.notNull().references('campaign.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('known', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('campaign_case_once', ['campaign_id', 'number']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('campaign_reader')
      .addColumn('campaign_id', types.whole, (column) => column.notNull().references('campaign.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addPrimaryKeyConstraint('campaign_reader_once', ['campaign_id', 'number']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('campaign_read')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('campaign_id', types.whole, (column) => column.notNull().references('campaign.id').onDelete('cascade'))
      .addColumn('reader', types.whole, (column) => column.notNull())
      .addColumn('case_number', types.whole, (column) => column.notNull())
      .addColumn('repeat', types.whole, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('position', types.whole, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('skipped', types.text)
      .addColumn('reason', types.text, (column) => column.notNull())
      .addColumn('spent_ms', types.whole, (column) => column.notNull())
      .addColumn('last_move', types.text)
      .addColumn('started_at', types.whole)
      .addColumn('finished_at', types.whole)
      .addUniqueConstraint('campaign_read_once', ['campaign_id', 'reader', 'case_number', 'repeat']),
  ).execute();
  await db.schema
    .alterTable('task')
    .addColumn('read_id', types.whole, (column) => column.references('campaign_read.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('task_by_read_id').on('task').columns(['read_id']).execute();
  await db.schema.createIndex('campaign_by_created_by').on('campaign').columns(['created_by']).execute();
  await db.schema.createIndex('campaign_by_reviewer').on('campaign').columns(['reviewer_id']).execute();
  await db.schema.createIndex('campaign_case_by_study').on('campaign_case').columns(['study_id']).execute();
  await db.schema.createIndex('campaign_reader_by_user').on('campaign_reader').columns(['user_id']).execute();
  await db.schema.createIndex('campaign_read_by_user').on('campaign_read').columns(['user_id', 'study_id']).execute();
  await db.schema.createIndex('campaign_read_by_study').on('campaign_read').columns(['study_id']).execute();
}
