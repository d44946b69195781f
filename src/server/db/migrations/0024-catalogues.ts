import type { Kysely } from 'kysely';
import { FIRST_ACQUISITIONS } from '#contract/acquisitions.ts';
import { FIRST_PIPELINES } from '#contract/catalogues.ts';
import { FIRST_MODALITIES } from '#server/db/catalogues.ts';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Modalities with their acquisitions, pipelines of teams, and the choices on series and studies. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  await createTables(db);
  await addColumns(db);
  await db
    .insertInto('modality')
    .values(FIRST_MODALITIES.map((code, sort) => ({ code, sort })))
    .execute();
  await db
    .insertInto('acquisition')
    .values(FIRST_ACQUISITIONS.map((acquisition, sort) => ({ ...acquisition, sort })))
    .execute();
  const teams = await db.selectFrom('team').select(['id', 'created_at']).execute();
  for (const team of teams)
    for (const { acquisitions, ...pipeline } of FIRST_PIPELINES) {
      const { id } = await db
        .insertInto('pipeline')
        .values({ team_id: team.id, ...pipeline, created_at: team.created_at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('pipeline_acquisition')
        .values(acquisitions.map((code, sort) => ({ pipeline_id: id, code, sort })))
        .execute();
    }
}

async function createTables(db: Kysely<Schema>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('modality')
      .addColumn('code', types.text, (column) => column.primaryKey().notNull())
      .addColumn('sort', types.whole, (column) => column.notNull()),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('acquisition')
      .addColumn('code', types.text, (column) => column.notNull())
      .addColumn('modality', types.text, (column) => column.notNull().references('modality.code').onDelete('cascade'))
      .addColumn('sort', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('acquisition_of_modality', ['modality', 'code']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('pipeline')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('code', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('modality_code', types.text, (column) => column.notNull().references('modality.code'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('pipeline_code_once', ['team_id', 'code']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('pipeline_acquisition')
      .addColumn('pipeline_id', types.whole, (column) => column.notNull().references('pipeline.id').onDelete('cascade'))
      .addColumn('code', types.text, (column) => column.notNull())
      .addColumn('sort', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('pipeline_acquisition_once', ['pipeline_id', 'code']),
  ).execute();
}

/** Empty for existing rows. The pipeline is stored by its code, so that the choice stays known when the pipeline is deleted. */
async function addColumns(db: Kysely<Schema>): Promise<void> {
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema.alterTable('study').addColumn('pipeline_code', types.text).execute();
  await db.schema.alterTable('series').addColumn('acquisition_code', types.text).execute();
  await db.schema.alterTable('series').addColumn('acquisition_score', types.real).execute();
  await db.schema.alterTable('series').addColumn('acquisition_sort', types.whole).execute();
}
