import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Invitations to a team. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('invitation')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('email', types.text, (column) => column.notNull())
      .addColumn('open_email', types.text)
      .addColumn('role_id', types.whole, (column) => column.notNull().references('role.id'))
      .addColumn('invited_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('status', types.text, (column) => column.notNull())
      .addColumn('token_hash', types.text, (column) => column.notNull().unique())
      .addColumn('link_used_at', types.whole)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('expires_at', types.whole, (column) => column.notNull())
      // On both engines, several nulls do not violate the constraint.
      .addUniqueConstraint('invitation_open', ['team_id', 'open_email']),
  ).execute();
  await db.schema.createIndex('invitation_by_open_email').on('invitation').column('open_email').execute();
  await db.schema.createIndex('invitation_by_expires_at').on('invitation').column('expires_at').execute();
}
