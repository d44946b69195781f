import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Structures and body parts that platform administrators hide from teams. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  for (const table of ['structure', 'category'] as const) await db.schema.alterTable(table).addColumn('hidden_at', types.whole).execute();
}
