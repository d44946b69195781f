import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';

/** When an operation that was kept aside was discarded: devices of its author ask for it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('mask_operation_aside').addColumn('discarded_at', COLUMN_TYPES[engineOf(db)].whole).execute();
}
