import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** The reference series of a study. Unknown for existing studies. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema
    .alterTable('series')
    .addColumn('ref_serie', types.bit, (column) => column.notNull().defaultTo(0))
    .execute();
}
