import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** For a series that the server de-identifies: the id of its waiting files, and the number of files that it could not de-identify. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema.alterTable('series').addColumn('opened_as', types.text).execute();
  await db.schema
    .alterTable('series')
    .addColumn('left_behind', types.whole, (column) => column.notNull().defaultTo(0))
    .execute();
}
