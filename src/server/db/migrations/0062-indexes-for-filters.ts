import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/**
 * An index with every column that the studies list filters or orders by, so that counting and skipping read no rows; and one for the uploads whose
 * studies are hidden. The indexes on single filters are no longer used.
 */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  await db.schema
    .createIndex('study_for_filters')
    .on('study')
    .columns([
      ...['team_id', 'deleted_at', 'modality', 'body_part', 'study_date', 'created_at', 'name_key'],
      ...['upload_id', 'folder_id', 'patient_id'],
    ])
    .execute();
  await db.schema.createIndex('upload_by_state').on('upload').columns(['team_id', 'state']).execute();
  for (const name of ['study_by_modality', 'study_by_body_part']) await db.schema.dropIndex(name).execute();
}
