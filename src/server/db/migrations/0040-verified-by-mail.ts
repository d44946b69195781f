import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/**
 * An address can only be verified by mail (docs/decisions/313). Rows do not show whether an address was verified by mail or by an invitation link
 * that someone else had seen, so all verifications are removed except those of platform administrators, who can read every mail anyway. Everyone
 * keeps their teams and is asked to verify the address again.
 */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema
    .alterTable('membership')
    .addColumn('with_token', types.whole, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('invitation_link')
    .addColumn('verifies', types.whole, (column) => column.notNull().defaultTo(0))
    .execute();
  const doubtful = db.selectFrom('user').select('id').where('email_verified_at', 'is not', null).where('platform_admin', '=', 0);
  await db.updateTable('membership').set({ with_token: 1 }).where('user_id', 'in', doubtful).execute();
  await db.updateTable('user').set({ email_verified_at: null }).where('platform_admin', '=', 0).execute();
}
