import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** When an unused sign-in expires, when its password was last entered, and who created a team. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema.alterTable('sign_in').addColumn('idle_until', types.whole).execute();
  await db.schema.alterTable('sign_in').addColumn('password_at', types.whole).execute();
  await db.schema
    .alterTable('team')
    .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
    .execute();
}
