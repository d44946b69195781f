import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Versioned prompts for language models, and requests for the recognition of a study. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_prompt')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('modality', types.text, (column) => column.notNull())
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('text', types.text, (column) => column.notNull())
      .addColumn('active_key', types.text, (column) => column.unique())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('ai_prompt_version', ['modality', 'type', 'version']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('recognition')
      .addColumn('id', types.text, (column) => column.primaryKey().notNull())
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('study', types.text, (column) => column.notNull())
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('recognition_by_user').on('recognition').columns(['user_id', 'created_at']).execute();
  await db.schema.createIndex('recognition_by_age').on('recognition').column('created_at').execute();
}
