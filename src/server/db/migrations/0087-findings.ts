import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/**
 * Findings about incoming studies; what the headers of a series show, with its reading; the SOP instance of a file and a hash of the values of a
 * volume, by which the same images are found again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('finding')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('series_id', types.whole, (column) => column.references('series.id').onDelete('cascade'))
      .addColumn('other_study_id', types.whole, (column) => column.references('study.id').onDelete('cascade'))
      .addColumn('place', types.text, (column) => column.notNull())
      .addColumn('code', types.text, (column) => column.notNull())
      .addColumn('severity', types.text, (column) => column.notNull())
      .addColumn('said', types.text, (column) => column.notNull())
      .addColumn('version', types.whole, (column) => column.notNull())
      .addColumn('mark', types.text)
      .addColumn('reason', types.text, (column) => column.notNull())
      .addColumn('marked_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('marked_at', types.whole)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('finding_once', ['study_id', 'place']),
  ).execute();
  await db.schema.createIndex('finding_by_series').on('finding').column('series_id').execute();
  await db.schema.createIndex('finding_by_other').on('finding').column('other_study_id').execute();
  await db.schema.createIndex('finding_by_marker').on('finding').column('marked_by').execute();
  await db.schema.createIndex('finding_by_code').on('finding').columns(['code', 'study_id']).execute();
  await db.schema.alterTable('series_reading').addColumn('quality', types.text).execute();
  await db.schema.alterTable('file').addColumn('sop', types.text).execute();
  await db.schema.createIndex('file_by_sop').on('file').column('sop').execute();
  await db.schema.alterTable('volume').addColumn('values_sha256', types.text).execute();
  await db.schema.createIndex('volume_by_values').on('volume').column('values_sha256').execute();
}
