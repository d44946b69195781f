import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** The hash of the original of a de-identified file, for the receipt. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  await db.schema.alterTable('file').addColumn('original_sha256', COLUMN_TYPES[engineOf(db)].text).execute();
}
