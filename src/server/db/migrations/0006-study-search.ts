import { sql, type Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

const STUDIES_AT_ONCE = 500;

/** The searchable text of a study in lower case: a copy of `searchTextOf` (src/server/rules/studies/studies-search.ts) at the time of writing. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const { text } = COLUMN_TYPES[engineOf(db)];
  await db.schema
    .alterTable('study')
    .addColumn('search_text', text, (column) => column.notNull().defaultTo(''))
    .execute();
  for (let lastId = 0; ;) {
    const studies = await db
      .selectFrom('study')
      .select(['id', 'patient_name'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(STUDIES_AT_ONCE)
      .execute();
    const last = studies.at(-1);
    if (last === undefined) return;
    lastId = last.id;
    const ids = studies.map((study) => study.id);
    const series = await db
      .selectFrom('series')
      .select(['study_id', 'series_description'])
      .where('study_id', 'in', ids)
      .orderBy('id')
      .execute();
    const seriesByStudyId = Map.groupBy(series, (each) => each.study_id);
    for (const { id, patient_name } of studies) {
      const lines = [patient_name, ...(seriesByStudyId.get(id) ?? []).map((each) => each.series_description)];
      const small = [...new Set(lines.map((line) => line.normalize('NFC').toLowerCase().replaceAll('\n', ' ')))].join('\n');
      await sql`update study set search_text = ${small} where id = ${id}`.execute(db);
    }
  }
}
