import type { Kysely } from 'kysely';
import { FIRST_ROLES, ROLE } from '#contract/permissions.ts';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Roles that can be created, changed and deleted. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const types = COLUMN_TYPES[engineOf(db)];
  await db.schema
    .alterTable('role')
    .addColumn('built_in', types.bit, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('role')
    .addColumn('version', types.whole, (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('role').addColumn('deleted_at', types.whole).execute();
  await db
    .updateTable('role')
    .set({ built_in: 1 })
    .where(
      'id',
      'in',
      FIRST_ROLES.map(({ id }) => id),
    )
    .execute();
  // Earlier versions gave platform administrators every permission in code, whatever this table contained.
  const platform = FIRST_ROLES.find(({ id }) => id === ROLE.platformAdministrator)?.permissions ?? [];
  await db
    .insertInto('role_permission')
    .values(platform.map((permission) => ({ role_id: ROLE.platformAdministrator, permission })))
    .onConflict((conflict) => conflict.columns(['role_id', 'permission']).doNothing())
    .execute();
}
