import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';

/** Images of versions of datasets that are resampled to the voxels of their case. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('dataset_image').addColumn('resampled_from', COLUMN_TYPES[engineOf(db)].text).execute();
}
