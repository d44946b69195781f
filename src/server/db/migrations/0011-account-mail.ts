import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Mailed links, unsent mails, browsers known to an account, and device and last use of a sign-in. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await db.schema
    .alterTable('sign_in')
    .addColumn('device', types.text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('sign_in').addColumn('last_used_at', types.whole).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('known_device')
      .addColumn('token_hash', types.text, (column) => column.notNull())
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('last_used_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('known_device_key', ['token_hash', 'user_id']),
  ).execute();
  await db.schema.createIndex('known_device_by_user').on('known_device').column('user_id').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('account_link')
      .addColumn('token_hash', types.text, (column) => column.notNull().primaryKey())
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('purpose', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('expires_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('account_link_by_user').on('account_link').columns(['user_id', 'purpose']).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('mail')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('to_email', types.text, (column) => column.notNull())
      .addColumn('subject', types.text, (column) => column.notNull())
      .addColumn('text', types.text, (column) => column.notNull())
      .addColumn('why', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull()),
  ).execute();
}
