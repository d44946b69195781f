import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Which series of a study is its reference. Of what was there before nobody said so. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema
    .alterTable('series')
    .addColumn('ref_serie', types.bit, (column) => column.notNull().defaultTo(0))
    .execute();
}
