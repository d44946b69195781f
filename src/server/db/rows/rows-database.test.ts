import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type DatabasePlace } from '#server/db/open-database.ts';
import { createTestPlace, openTestDatabase, TEST_ENGINES, type TestDatabase } from '#server/db/test-database.ts';
import { openRows } from './open-rows.ts';
import { lineToRow, rowToLine, type Row } from './row-line.ts';
import type { RowsDatabase, RowsReader, RowsUse } from './rows-database.ts';
import { migrationsNamed, tablesAfter, unknownMigrations, type Table } from './tables.ts';

const ALL = Object.keys(MIGRATIONS);

async function open(place: DatabasePlace, use: RowsUse): Promise<RowsDatabase> {
  const opened = await openRows(place, use);
  if (!opened.ok) throw new Error(opened.why);
  return opened.db;
}

async function rowsOf(reader: RowsReader, table: Table): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of reader.rowsOf(table)) rows.push(row);
  return rows;
}

const tableNamed = async (name: string): Promise<Table> => (await tablesAfter(ALL)).find((table) => table.name === name)!;

test('the tables of a version have their columns, the columns of their key and their counted column', async () => {
  expect(await tableNamed('role_permission')).toEqual({
    name: 'role_permission',
    columns: [
      { name: 'role_id', type: 'integer' },
      { name: 'permission', type: 'text' },
    ],
    key: [
      { name: 'role_id', type: 'integer' },
      { name: 'permission', type: 'text' },
    ],
    countedId: null,
  });
  expect((await tableNamed('study')).countedId).toBe('id');
  const before = await tablesAfter(ALL.filter((name) => name < '0057'));
  expect(before.map(({ name }) => name)).not.toContain('task');
  expect(unknownMigrations(['0001-first-tables', '9999-later'])).toEqual(['9999-later']);
});

describe.each(TEST_ENGINES)('the rows of %s', (engine) => {
  let used: TestDatabase;
  let empty: Awaited<ReturnType<typeof createTestPlace>>;
  beforeEach(async () => {
    used = await openTestDatabase(engine);
    empty = await createTestPlace(engine);
  });
  afterEach(async () => {
    await used.drop();
    await empty.drop();
  });

  test('are read in one snapshot: what is written meanwhile is not in it', async () => {
    const db = await open(used.place, 'read');
    const team = await tableNamed('team');
    const found = await db.snapshot(async (reader) => {
      const before = await rowsOf(reader, team);
      await used.db.write((tx) =>
        tx.insertInto('team').values({ slug: 'north', title: 'n', color: '', change_seq: 0, created_at: 0 }).execute(),
      );
      return [before, await rowsOf(reader, team), await reader.count(team)];
    });
    expect(found).toEqual([[], [], 0]);
    expect(await db.snapshot((reader) => reader.count(team))).toBe(1);
    expect(await db.snapshot(async (reader) => reader.lastIdOf(await tableNamed('patient')))).toBeNull();
    await db.close();
  });

  test('come in the order of bytes of the key, whatever the language of the database', async () => {
    const hashes = ['b', 'a', 'B', 'ä', '_', 'a b', '🩻', '\uFFFD'];
    await used.db.write((tx) =>
      tx
        .insertInto('stray_object')
        .values(hashes.map((object_key) => ({ object_key, found_at: 1 })))
        .execute(),
    );
    const db = await open(used.place, 'read');
    const rows = await db.snapshot(async (reader) => rowsOf(reader, await tableNamed('stray_object')));
    expect(rows.map(([key]) => key)).toEqual(hashes.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    await db.close();
  });

  test('are written with their numbers, and the next number follows the last one that was ever given', async () => {
    const db = await open(empty.place, 'fill');
    const mail = await tableNamed('mail');
    const rows: Row[] = [1n, 4n].map((id) => [id, 'a@b', 'x'.repeat(3_000_000), '\u2028"\\', 'contact', 9_223_372_036_854_775_807n]);
    await db.fill(async (writer) => {
      await migrate(writer.tx);
      await writer.begin(await tablesAfter(ALL));
      await writer.insert(mail, rows);
      await writer.setLastId(mail, 9n);
      expect((await rowsOf(writer, mail)).map(rowToLine)).toEqual(rows.map(rowToLine));
      expect(await writer.lastIdOf(mail)).toBe(9n);
      await writer.finish();
    });
    await db.close();
    const opened = await openDatabase(empty.place);
    if (!opened.ok) throw new Error(opened.why);
    const { id } = await opened.db.write((tx) =>
      tx
        .insertInto('mail')
        .values({ to_email: '', subject: '', text: '', why: 'contact', created_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    expect(id).toBe(10);
    await opened.db.close();
  });

  test('of real numbers come back as they were', async () => {
    const db = await open(empty.place, 'fill');
    const job = await tableNamed('job');
    const at = job.columns.findIndex(({ name }) => name === 'progress');
    const line = '[1,"x","{}","queued",null,null,0,0,0,1,null,null,PROGRESS,null,0,0,null,0]';
    const values = ['0.30000000000000004', '5e-324', '2', '1e+300', '18446744073709552000', '{"real":"-Infinity"}'];
    await db.fill(async (writer) => {
      await migrate(writer.tx, migrationsNamed(ALL));
      await writer.begin(await tablesAfter(ALL));
      const rows = values.map((value, row) => lineToRow(line.replace('PROGRESS', value).replace('[1', `[${row + 1}`)));
      await writer.insert(job, rows);
      expect((await rowsOf(writer, job)).map((row) => rowToLine([row[at]!]))).toEqual(values.map((value) => `[${value}]`));
    });
    await db.close();
  });

  test('are all kept or none: a transaction that fails leaves no tables', async () => {
    const db = await open(empty.place, 'fill');
    const attempt = db.fill(async (writer) => {
      await migrate(writer.tx);
      await writer.begin(await tablesAfter(ALL));
      throw new Error('planned');
    });
    await expect(attempt).rejects.toThrow('planned');
    expect(await db.hasTables()).toBe(false);
    await db.close();
  });

  test('that refer to a row that does not exist are refused', async () => {
    const db = await open(empty.place, 'fill');
    const attempt = db.fill(async (writer) => {
      await migrate(writer.tx);
      await writer.begin(await tablesAfter(ALL));
      await writer.insert(await tableNamed('role_permission'), [[77n, 'x']]);
      await writer.finish();
    });
    await expect(attempt).rejects.toThrow();
    expect(await db.hasTables()).toBe(false);
    await db.close();
  });

  test('of a running server are only read: they can neither be held nor filled [BACK-17]', async () => {
    expect(await openRows(used.place, 'hold')).toEqual({ ok: false, why: 'in_use' });
    expect(await openRows(used.place, 'fill')).toEqual({ ok: false, why: 'in_use' });
  });

  test('that a command holds keep a server from starting until they are let go [BACK-17]', async () => {
    await used.db.close();
    const db = await open(used.place, 'hold');
    expect(await openDatabase(used.place)).toEqual({ ok: false, why: 'in_use' });
    expect(await openRows(used.place, 'hold')).toEqual({ ok: false, why: 'in_use' });
    await db.close();
    const opened = await openDatabase(used.place);
    expect(opened.ok).toBe(true);
    if (opened.ok) await opened.db.close();
  });
});

test('a folder without a database has no rows, and none is created', async () => {
  const { place, drop } = await createTestPlace('sqlite');
  expect(await openRows(place, 'read')).toEqual({ ok: false, why: 'missing' });
  expect(await openRows(place, 'hold')).toEqual({ ok: false, why: 'missing' });
  expect(await openRows(place, 'read')).toEqual({ ok: false, why: 'missing' });
  await drop();
});
