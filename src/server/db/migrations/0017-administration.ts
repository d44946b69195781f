import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Suspended teams and mailed invitation links. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await db.schema.alterTable('team').addColumn('suspended_at', types.whole).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('invitation_link')
      .addColumn('token_hash', types.text, (column) => column.notNull().primaryKey())
      .addColumn('invitation_id', types.whole, (column) => column.notNull().references('invitation.id').onDelete('cascade'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('ended', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('invitation_link_by_invitation').on('invitation_link').column('invitation_id').execute();
  await db.schema.createIndex('invitation_by_created_at').on('invitation').columns(['created_at', 'id']).execute();
}
