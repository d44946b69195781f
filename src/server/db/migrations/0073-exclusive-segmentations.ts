import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';

/** Whether the segments of a segmentation may not overlap. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('segmentation')
    .addColumn('exclusive', COLUMN_TYPES[engineOf(db)].whole, (column) => column.notNull().defaultTo(0))
    .execute();
}
