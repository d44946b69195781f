import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { AtomicSqliteDialect, type Engine } from './dialect.ts';
import { isContract, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { moreThanAdds } from './only-adds.ts';
import type { Schema } from './schema.ts';
import { createTestPlace, TEST_ENGINES } from './test-database.ts';

/** Earlier ones ran before two versions could work side by side. */
const FIRST = '0066';

test.each([
  'create table "note" ("id" bigint primary key, "study_id" bigint references "study" ("id") on delete cascade)',
  'create index "note_by_study" on "study" ("title")',
  'alter table "study" add column "note" text',
  'alter table "study" add column "count" bigint default 0 not null',
  'alter table "study" add column "note_id" bigint references "note" ("id") on delete set null',
  'select 1 from study',
])('adds: %s', (statement) => {
  expect(moreThanAdds([statement])).toEqual([]);
});

test.each([
  'drop table "study"',
  'drop index "study_by_title"',
  'alter table "study" drop column "title"',
  'alter table "study" rename to "examination"',
  'alter table "study" rename column "title" to "name"',
  'alter table "study" alter column "title" set not null',
  'alter table "study" add column "note" text, drop column "title"',
  'alter table "study" add column "note" text not null',
  'alter table "study" add column "note" text not null default null',
  'alter table "study" add column "note" text unique',
  'alter table "study" add column "note_id" bigint references "note" ("id")',
  'alter table "study" add constraint "titled" check (title <> \'\')',
  'create unique index "one_title" on "study" ("title")',
  'create table "note" ("study_id" bigint references "study" ("id"))',
  'create trigger "kept" before delete on "study" begin select 1; end',
  'update "study" set "note" = \'\'',
  'insert into "study" ("title") values (1)',
  'delete from "study"',
  'vacuum',
])('does more than add: %s', (statement) => {
  expect(moreThanAdds([statement])).toEqual([statement]);
});

test('does what it likes with a table of its own', () => {
  const own = ['create table "note" ("id" text)', 'insert into "note" values (1)', 'create unique index "one" on "note" ("id")'];
  expect(moreThanAdds([...own, 'create table "line" ("note_id" text references "note" ("id"))'])).toEqual([]);
});

describe.each(TEST_ENGINES)('every migration on %s that is not called contract', (engine) => {
  test('only adds, so that older servers work on [BACK-30]', async () => {
    const found = await statementsOf(engine, MIGRATIONS);
    const added = Object.keys(MIGRATIONS).filter((name) => name >= FIRST && !isContract(name));
    expect(added.length).toBeGreaterThan(0);
    for (const name of added) expect([name, moreThanAdds(found.get(name)!)]).toEqual([name, []]);
  });

  test('is looked at by the statements that it runs', async () => {
    const found = await statementsOf(engine, MIGRATIONS);
    expect(found.get('0066-server-processes')!.join()).toContain('create table "server_process"');
    // Drops an index.
    expect(moreThanAdds(found.get('0065-several-processes')!)).toContain('drop index "job_by_group_key_state"');
  });
});

async function statementsOf(engine: Engine, migrations: typeof MIGRATIONS): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  let running: string | null = null;
  const log = ({ query }: LogEvent): void => void (running === null ? null : found.get(running)!.push(query.sql));
  const noted = Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
      name,
      {
        async up(db) {
          running = name;
          found.set(name, []);
          await up(db);
          running = null;
        },
      },
    ]),
  );
  const { place, drop } = await createTestPlace(engine);
  const dialect =
    place.engine === 'sqlite' ? new AtomicSqliteDialect(new Sqlite(':memory:')) : new PostgresDialect({ pool: poolOf(place.url) });
  const db = new Kysely<Schema>({ dialect, log });
  try {
    await migrate(db, noted);
  } finally {
    await db.destroy();
    await drop();
  }
  return found;
}

/** The database is dropped while its last connections are closing: without a listener, what the pool says of them would end the test run. */
function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => undefined);
  return pool;
}
