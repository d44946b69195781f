import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, makeAppendOnly, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** The activity log, and the audit trail with its head. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('activity_entry')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('sign_in_id', types.whole, (column) => column.notNull().references('sign_in.id').onDelete('cascade'))
      .addColumn('user_id', types.whole, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('team_id', types.whole, (column) => column.references('team.id').onDelete('cascade'))
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('path', types.text, (column) => column.notNull())
      .addColumn('name', types.text)
      .addColumn('uuid', types.text)
      .addColumn('created_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('activity_entry_by_sign_in').on('activity_entry').columns(['sign_in_id', 'id']).execute();
  await db.schema.createIndex('activity_entry_by_team').on('activity_entry').columns(['team_id', 'id']).execute();
  await db.schema.createIndex('activity_entry_by_created_at').on('activity_entry').column('created_at').execute();

  await withStrictTypes(
    engine,
    db.schema
      .createTable('audit_record')
      .addColumn('seq', types.whole, (column) => column.primaryKey().notNull())
      .addColumn('at', types.whole, (column) => column.notNull())
      .addColumn('team_id', types.whole)
      .addColumn('user_id', types.whole)
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('call', types.text, (column) => column.notNull())
      .addColumn('subject', types.text)
      .addColumn('result', types.text, (column) => column.notNull())
      .addColumn('address', types.text, (column) => column.notNull())
      .addColumn('hash', types.text, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('audit_record_by_team').on('audit_record').columns(['team_id', 'seq']).execute();
  await db.schema.createIndex('audit_record_by_user').on('audit_record').columns(['user_id', 'seq']).execute();
  await db.schema.createIndex('audit_record_by_subject').on('audit_record').columns(['subject', 'seq']).execute();
  await makeAppendOnly(untyped, 'audit_record');

  await withStrictTypes(
    engine,
    db.schema
      .createTable('audit_head')
      .addColumn('id', types.whole, (column) => column.primaryKey().notNull())
      .addColumn('seq', types.whole, (column) => column.notNull())
      .addColumn('hash', types.text, (column) => column.notNull()),
  ).execute();
  await db
    .insertInto('audit_head')
    .values({ id: 1, seq: 0, hash: '0'.repeat(64) })
    .execute();
}
