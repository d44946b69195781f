import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Datasets and their studies. A structure that a dataset uses cannot be deleted. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('dataset')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('structure_id', types.whole, (column) => column.notNull().references('structure.id'))
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('dataset_uuid_once', ['team_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('dataset_by_structure').on('dataset').column('structure_id').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('dataset_study')
      .addColumn('dataset_id', types.whole, (column) => column.notNull().references('dataset.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('part', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('dataset_study_once', ['dataset_id', 'study_id']),
  ).execute();
  await db.schema.createIndex('dataset_study_by_study').on('dataset_study').column('study_id').execute();
}
