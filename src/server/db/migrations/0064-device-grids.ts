import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** The name of the grid that a device has read of its series, to be compared with the server's own. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  await db.schema.alterTable('series').addColumn('device_grid', COLUMN_TYPES[engineOf(db)].text).execute();
}
