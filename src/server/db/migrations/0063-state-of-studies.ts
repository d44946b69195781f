import { sql, type Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** The state of a study and its uploader, in the index of all filters. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema
    .alterTable('study')
    .addColumn('state', types.text, (column) => column.notNull().defaultTo('receiving'))
    .execute();
  await db.schema
    .alterTable('study')
    .addColumn('uploaded_by', types.whole, (column) => column.references('user.id'))
    .execute();
  await sql`update study set uploaded_by = (select user_id from upload where upload.id = study.upload_id)`.execute(db);
  // As `studyState`.
  const has = (...states: string[]) =>
    sql`exists (select 1 from series where series.study_id = study.id and series.state in (${sql.join(states.map((state) => sql.lit(state)))}))`;
  await sql`update study set state = case
    when ${has('receiving')} then 'receiving'
    when ${has('converting')} then 'converting'
    when ${has('proved')} then case when ${has('converted', 'error')} then ${sql.lit('converting')} else ${sql.lit('proved')} end
    when ${has('converted')} then 'converted'
    when ${has('error')} then 'error'
    else 'receiving' end`.execute(db);
  await db.schema.dropIndex('study_for_filters').execute();
  await db.schema
    .createIndex('study_for_filters')
    .on('study')
    .columns([
      ...['team_id', 'deleted_at', 'state', 'modality', 'body_part', 'study_date', 'created_at', 'name_key'],
      ...['upload_id', 'uploaded_by', 'folder_id', 'patient_id'],
    ])
    .execute();
  for (const name of ['series_by_state', 'study_by_upload']) await db.schema.dropIndex(name).execute();
}
