import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Notifications of a member. A row is deleted with its membership, so that former members read nothing about the team. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('notification')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.notNull())
      .addColumn('type_code', types.text, (column) => column.notNull())
      .addColumn('description', types.text, (column) => column.notNull())
      .addColumn('section', types.text, (column) => column.notNull())
      .addColumn('url', types.text, (column) => column.notNull())
      .addColumn('model1_id', types.whole)
      .addColumn('model2_id', types.whole)
      .addColumn('model3_id', types.whole)
      .addColumn('cause', types.text, (column) => column.notNull())
      .addColumn('is_seen', types.bit, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addForeignKeyConstraint('notification_of_membership', ['team_id', 'user_id'], 'membership', ['team_id', 'user_id'], (constraint) =>
        constraint.onDelete('cascade'),
      )
      .addUniqueConstraint('notification_once', ['team_id', 'user_id', 'cause']),
  ).execute();
  await db.schema.createIndex('notification_by_member').on('notification').columns(['team_id', 'user_id', 'id']).execute();
}
