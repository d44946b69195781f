import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** What a project has besides its name, and its members. A member who leaves the team leaves its projects too. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  const alter = () => db.schema.alterTable('project');
  await alter().addColumn('uuid', types.text).execute();
  await alter()
    .addColumn('description', types.text, (column) => column.notNull().defaultTo(''))
    .execute();
  await alter()
    .addColumn('label_id', types.whole, (column) => column.references('label.id').onDelete('set null'))
    .execute();
  await alter()
    .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
    .execute();
  await alter().addColumn('started_at', types.whole).execute();
  await alter().addColumn('finished_at', types.whole).execute();
  await db.schema.createIndex('project_uuid_once').unique().on('project').columns(['team_id', 'uuid']).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('project_member')
      .addColumn('project_id', types.whole, (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('team_id', types.whole, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('project_member_once', ['project_id', 'user_id'])
      .addForeignKeyConstraint('project_member_of_team', ['team_id', 'user_id'], 'membership', ['team_id', 'user_id'], (key) =>
        key.onDelete('cascade'),
      ),
  ).execute();
  await db.schema.createIndex('project_member_by_membership').on('project_member').columns(['team_id', 'user_id']).execute();
}
