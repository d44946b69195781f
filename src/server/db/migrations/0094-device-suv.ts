import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** What a device has computed for the uptake values of a PET series, from its header before de-identification. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  await db.schema.alterTable('series').addColumn('device_suv', COLUMN_TYPES[engineOf(db)].text).execute();
}
