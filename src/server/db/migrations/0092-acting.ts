import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';

/** Platform administrators who act as other people; both are in the audit trail. */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  const { schema } = db as unknown as Kysely<Record<string, never>>;
  await withStrictTypes(
    engine,
    schema
      .createTable('acting')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('sign_in_id', types.whole, (column) => column.unique().references('sign_in.id').onDelete('set null'))
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('actor_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('actor_sign_in_id', types.whole, (column) => column.references('sign_in.id').onDelete('set null'))
      .addColumn('reason', types.text, (column) => column.notNull())
      .addColumn('started_at', types.whole, (column) => column.notNull())
      .addColumn('until', types.whole, (column) => column.notNull())
      .addColumn('ended_at', types.whole),
  ).execute();
  await schema.createIndex('acting_by_actor_sign_in').on('acting').columns(['actor_sign_in_id', 'ended_at']).execute();
  await schema.createIndex('acting_by_user').on('acting').columns(['user_id', 'started_at']).execute();
  await schema.alterTable('audit_record').addColumn('acted_by', types.whole).execute();
}
