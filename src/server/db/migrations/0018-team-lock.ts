import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Idle minutes after which the screens of a team are locked. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema
    .alterTable('team')
    .addColumn('lock_minutes', types.whole, (column) => column.notNull().defaultTo(10))
    .execute();
}
