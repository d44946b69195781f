import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** API users, and their keys. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  const { schema } = db as unknown as Kysely<Record<string, never>>;
  await withStrictTypes(
    engine,
    schema
      .createTable('api_user')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('user_id', types.whole, (column) => column.notNull().unique().references('user.id').onDelete('cascade'))
      .addColumn('sign_in_id', types.whole, (column) => column.notNull().references('sign_in.id').onDelete('cascade'))
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('permissions', types.text, (column) => column.notNull())
      .addColumn('addresses', types.text, (column) => column.notNull())
      .addColumn('expires_at', types.whole, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('vouched_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('revoked_at', types.whole),
  ).execute();
  await schema.createIndex('api_user_of_team').on('api_user').columns(['team_id', 'revoked_at']).execute();
  await withStrictTypes(
    engine,
    schema
      .createTable('api_key')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('api_user_id', types.whole, (column) => column.notNull().references('api_user.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('secret_hash', types.text, (column) => column.notNull().unique())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('ends_at', types.whole)
      .addColumn('last_used_at', types.whole)
      .addColumn('last_used_from', types.text)
      .addUniqueConstraint('api_key_once', ['api_user_id', 'uuid']),
  ).execute();
}
