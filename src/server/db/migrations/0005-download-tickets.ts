import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Downloads that a browser may start once without credentials. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('download_ticket')
      .addColumn('token_hash', types.text, (column) => column.primaryKey())
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('sign_in_id', types.whole, (column) => column.notNull().references('sign_in.id').onDelete('cascade'))
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('wanted', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('expires_at', types.whole, (column) => column.notNull())
      .addColumn('used_at', types.whole),
  ).execute();
  await db.schema.createIndex('download_ticket_by_expires_at').on('download_ticket').column('expires_at').execute();
}
