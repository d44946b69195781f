import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';

/** The bricks of a volume: where they are, their size and hash, and the length of their tail. Null: it has none. */
export async function up(db: Kysely<never>): Promise<void> {
  const types = COLUMN_TYPES[engineOf(db)];
  for (const [name, type] of [
    ['bricks_key', types.text],
    ['bricks_size', types.whole],
    ['bricks_sha256', types.text],
    ['bricks_tail', types.whole],
  ] as const) {
    await db.schema.alterTable('volume').addColumn(name, type).execute();
  }
  await db.schema.createIndex('volume_by_bricks_key').on('volume').column('bricks_key').execute();
}
