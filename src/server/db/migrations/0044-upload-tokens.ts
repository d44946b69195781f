import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/**
 * Upload tokens with their sign-in and an expiry. The sign-in of earlier tokens is unknown, so they are revoked: a device gets a new one with its
 * next call. Their column stays and is empty, because SQLite cannot drop a unique column.
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
      // A sign-in that expired long ago is removed; the token stays valid until its own expiry.
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
