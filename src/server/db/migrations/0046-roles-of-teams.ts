import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';

/** A role may belong to a team. Existing ones belong to the server. */
export async function up(db: Kysely<never>): Promise<void> {
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema
    .alterTable('role')
    .addColumn('team_id', types.whole, (column) => column.references('team.id'))
    .execute();
}
