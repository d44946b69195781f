import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/**
 * Patients of a team. Each existing study becomes a patient of its own, and the version of the series reader grows with this migration: after
 * the next start all series are read again, and studies whose files have the same patient come together.
 */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('patient')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('patient_id', types.text, (column) => column.notNull())
      .addColumn('issuer', types.text, (column) => column.notNull())
      .addColumn('birth_date', types.text, (column) => column.notNull())
      .addColumn('sex', types.text, (column) => column.notNull())
      .addColumn('merged_into', types.whole, (column) => column.references('patient.id').onDelete('cascade'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('patient_by_team').on('patient').columns(['team_id', 'updated_at']).execute();
  await db.schema.createIndex('patient_by_merged').on('patient').column('merged_into').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('patient_key')
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('key', types.text, (column) => column.notNull())
      .addColumn('patient_id', types.whole, (column) => column.notNull().references('patient.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('patient_key_once', ['team_id', 'key']),
  ).execute();
  await db.schema.createIndex('patient_key_by_patient').on('patient_key').column('patient_id').execute();

  await db.schema
    .alterTable('study')
    .addColumn('patient_id', types.whole, (column) => column.references('patient.id'))
    .execute();
  await db.schema
    .alterTable('study')
    .addColumn('patient_from', types.text, (column) => column.notNull().defaultTo('none'))
    .execute();
  await db
    .insertInto('patient')
    .columns(['uuid', 'team_id', 'patient_id', 'issuer', 'birth_date', 'sex', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('study')
        .select((each) => [
          'study.uuid',
          'study.team_id',
          each.val('').as('patient_id'),
          each.val('').as('issuer'),
          each.val('').as('birth_date'),
          'study.patient_sex',
          'study.created_at',
          'study.created_at as updated_at',
        ]),
    )
    .execute();
  await db
    .updateTable('study')
    .set((eb) => ({ patient_id: eb.selectFrom('patient').select('patient.id').whereRef('patient.uuid', '=', 'study.uuid') }))
    .execute();
  await db.schema.createIndex('study_by_patient').on('study').columns(['patient_id', 'study_date']).execute();
}
