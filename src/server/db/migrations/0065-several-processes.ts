import { sql, type Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** What was in the memory of the one server process, and turns of the job queue that are fair between teams. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('sign_in_failure')
      .addColumn('guesser', types.text, (column) => column.primaryKey())
      .addColumn('count', types.whole, (column) => column.notNull())
      .addColumn('last_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('sign_in_failure_by_last_at').on('sign_in_failure').column('last_at').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('set_up_code')
      .addColumn('hash', types.text, (column) => column.primaryKey())
      .addColumn('created_at', types.whole, (column) => column.notNull()),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('archive_password')
      .addColumn('upload_id', types.whole, (column) => column.notNull().references('upload.id').onDelete('cascade'))
      .addColumn('path', types.text, (column) => column.notNull())
      .addColumn('sealed', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('archive_password_key', ['upload_id', 'path']),
  ).execute();

  await db.schema
    .alterTable('job')
    .addColumn('team_id', types.whole, (column) => column.references('team.id').onDelete('set null'))
    .execute();
  await db.schema
    .alterTable('job')
    .addColumn('turn', types.whole, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('job_by_turn').on('job').columns(['name', 'state', 'priority desc', 'turn', 'id']).execute();
  await db.schema.createIndex('job_by_group').on('job').columns(['group_key', 'state', 'id']).execute();
  await db.schema.dropIndex('job_by_group_key_state').execute();
  await db.schema.createIndex('job_by_team').on('job').columns(['team_id', 'name', 'state', 'turn']).execute();

  // Given by the socket adapter: its messages above 8,000 bytes.
  if (engine === 'postgres')
    await sql`create table socket_io_attachments (id bigserial unique, created_at timestamptz default now(), payload bytea)`.execute(db);
}
