import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/**
 * Upload tokens with the sign-in that they were made under, and a time. Nobody knows under which sign-in the earlier ones were made, so they end:
 * a device gets a new one with its next call. Their column stays empty; SQLite cannot drop one that is unique.
 */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await withStrictTypes(
    engineOf(db),
    db.schema
      .createTable('upload_token')
      .addColumn('upload_id', types.whole, (column) => column.primaryKey().references('upload.id').onDelete('cascade'))
      .addColumn('token_hash', types.text, (column) => column.notNull().unique())
      // A sign-in that ran out long ago is removed; the token goes on to its own time.
      .addColumn('sign_in_id', types.whole, (column) => column.references('sign_in.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('expires_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('upload_token_by_sign_in_id').on('upload_token').column('sign_in_id').execute();
  await untyped
    .updateTable('upload' as never)
    .set({ token_hash: null } as never)
    .execute();
}
