import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Segmentations of studies, their segments, and the members with a role on them. A role ends with the membership in the team. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('segmentation')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('study_id', types.whole, (column) => column.notNull().references('study.id').onDelete('cascade'))
      .addColumn('parent_id', types.whole, (column) => column.references('segmentation.id').onDelete('set null'))
      .addColumn('structure_id', types.whole, (column) => column.notNull().references('structure.id'))
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('origin', types.text, (column) => column.notNull())
      .addColumn('rbac', types.bit, (column) => column.notNull())
      .addColumn('series_id', types.whole, (column) => column.references('series.id').onDelete('set null'))
      .addColumn('grid_hash', types.text)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull()),
  ).execute();
  for (const [name, columns] of [
    ['segmentation_by_study', ['study_id']],
    ['segmentation_by_team', ['team_id', 'updated_at']],
    ['segmentation_by_structure', ['structure_id']],
    ['segmentation_by_series', ['series_id']],
    ['segmentation_by_parent', ['parent_id']],
    ['segmentation_by_user', ['user_id']],
  ] satisfies [string, string[]][])
    await db.schema.createIndex(name).on('segmentation').columns(columns).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('segment')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('segmentation_id', types.whole, (column) => column.notNull().references('segmentation.id').onDelete('cascade'))
      .addColumn('sort', types.whole, (column) => column.notNull())
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('color', types.text, (column) => column.notNull())
      .addColumn('value', types.whole, (column) => column.notNull())
      .addColumn('visible', types.bit, (column) => column.notNull())
      .addColumn('revision', types.whole, (column) => column.notNull())
      .addColumn('deleted_at', types.whole)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('segment_value_once', ['segmentation_id', 'value']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('segmentation_member')
      .addColumn('segmentation_id', types.whole, (column) => column.notNull().references('segmentation.id').onDelete('cascade'))
      .addColumn('team_id', types.whole, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.notNull())
      .addColumn('role_id', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('segmentation_member_key', ['segmentation_id', 'user_id'])
      .addForeignKeyConstraint('segmentation_member_of', ['team_id', 'user_id'], 'membership', ['team_id', 'user_id'], (constraint) =>
        constraint.onDelete('cascade'),
      ),
  ).execute();
  await db.schema.createIndex('segmentation_member_by_user').on('segmentation_member').columns(['team_id', 'user_id']).execute();
}
