import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Which servers are alive (docs/decisions/339). */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('server_process')
      .addColumn('id', types.text, (column) => column.primaryKey())
      .addColumn('contracts', types.text, (column) => column.notNull())
      .addColumn('alive_until', types.whole, (column) => column.notNull()),
  ).execute();
}
