import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** A key, so that an entry of the activity log that is sent twice counts once, and indexes for searching both logs. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  await db.schema.alterTable('activity_entry').addColumn('key', COLUMN_TYPES[engineOf(db)].text).execute();
  await db.schema.createIndex('activity_entry_by_key').on('activity_entry').columns(['user_id', 'key']).unique().execute();
  await db.schema.dropIndex('activity_entry_by_team').execute();
  await db.schema.createIndex('activity_entry_by_team').on('activity_entry').columns(['team_id', 'created_at', 'id']).execute();
  await db.schema.createIndex('audit_record_by_team_and_user').on('audit_record').columns(['team_id', 'user_id', 'seq']).execute();
}
