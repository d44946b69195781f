import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';
import { FIRST_TRANSFER_FUNCTIONS } from '#server/db/transfer-functions.ts';

/** Transfer functions, shipped ones and those of teams. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('transfer_function')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.references('team.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('name_key', types.text, (column) => column.notNull())
      .addColumn('modality', types.text)
      .addColumn('unit', types.text, (column) => column.notNull())
      .addColumn('points', types.text, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('transfer_function_uuid_once', ['team_id', 'uuid'])
      .addUniqueConstraint('transfer_function_name_once', ['team_id', 'name_key'])
      .addUniqueConstraint('transfer_function_default_once', ['team_id', 'modality']),
  ).execute();
  await db
    .insertInto('transfer_function')
    .values(
      FIRST_TRANSFER_FUNCTIONS.map(({ uuid, name, unit, points }) => ({
        ...{ team_id: null, uuid, name, name_key: name.toLowerCase(), modality: null, unit, points: JSON.stringify(points) },
        ...{ created_by: null, created_at: 0, updated_at: 0 },
      })),
    )
    .execute();
}
