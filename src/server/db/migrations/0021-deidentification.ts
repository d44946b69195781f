import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** The de-identification settings of a team and those that a study must meet, and the numbers that replace hashed patient names. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await db.schema.alterTable('team').addColumn('deidentification', types.text).execute();
  await db.schema.alterTable('team').addColumn('name_key', types.text).execute();
  await db.schema.alterTable('study').addColumn('deidentification', types.text).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('anonymous_name')
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('name_hash', types.text, (column) => column.notNull())
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('anonymous_name_key', ['team_id', 'name_hash'])
      .addUniqueConstraint('anonymous_name_number', ['team_id', 'number']),
  ).execute();
}
