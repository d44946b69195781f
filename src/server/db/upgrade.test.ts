import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from './database.ts';
import { hasTable } from './dialect.ts';
import { joinServers } from './living-servers.ts';
import { executedMigrations } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { openTestDatabase, TEST_ENGINES, type TestDatabase } from './test-database.ts';
import { upgrade } from './upgrade.ts';

const step = (change: (db: Kysely<never>) => Promise<unknown>): Migration => ({ up: async (db: Kysely<never>) => void (await change(db)) });

/** The next version has a table more and one fewer. */
const ADDS = { '9001-more': step((db) => sql`create table more (id text primary key)`.execute(db)) };
const REMOVES = { '9002-contract-fewer': step((db) => sql`drop table sign_in_failure`.execute(db)) };
const NEXT = { ...MIGRATIONS, ...ADDS, ...REMOVES };

describe.each(TEST_ENGINES)('a database on %s', (engine) => {
  let opened: TestDatabase;
  beforeEach(async () => void (opened = await openTestDatabase(engine)));
  afterEach(() => opened.drop());

  async function reopened(): Promise<Awaited<ReturnType<typeof openDatabase>>> {
    if (engine === 'sqlite') await opened.db.close();
    const again = await openDatabase(opened.place);
    if (again.ok) await again.db.close();
    return again;
  }

  test('to which a newer version has added is one that this version works with [BACK-30]', async () => {
    await opened.db.write((tx) => upgrade(tx, { ...MIGRATIONS, ...ADDS }));
    expect(await reopened()).toMatchObject({ ok: true });
  });

  test('from which a newer version has removed is refused, and not changed [BACK-31]', async () => {
    expect(await opened.db.write((tx) => upgrade(tx, NEXT))).toEqual({ newer: null, waits: false });
    expect(await hasTable(opened.db.read, 'sign_in_failure')).toBe(false);
    const before = await executedMigrations(opened.db.read);
    const older = { ...MIGRATIONS, '0099-of-this-version': step(() => Promise.reject(new Error('never'))) };
    expect(await opened.db.write((tx) => upgrade(tx, older))).toEqual({ newer: '9002-contract-fewer', waits: false });
    expect(await executedMigrations(opened.db.read)).toEqual(before);
    expect(await reopened()).toEqual({ ok: false, why: 'newer', newer: '9002-contract-fewer' });
  });
});

describe.runIf(TEST_ENGINES.includes('postgres'))('with several servers', () => {
  let opened: TestDatabase;
  let others: Database[];
  const onOutdated = vi.fn<(migration: string) => void>();
  beforeEach(async () => {
    opened = await openTestDatabase('postgres');
    others = [];
    onOutdated.mockClear();
  });
  afterEach(async () => {
    for (const db of others) await db.close();
    await opened.drop();
  });

  async function connect(): Promise<Database> {
    const connected = await openDatabase(opened.place);
    if (!connected.ok) throw new Error(connected.why);
    return connected.db;
  }
  async function join(options: Partial<Parameters<typeof joinServers>[1]> = {}): Promise<Database> {
    const joined = await joinServers(await connect(), { onOutdated, ...options });
    if (!joined.ok) throw new Error(joined.newer);
    others.push(joined.db);
    return joined.db;
  }
  const leave = async (db: Database): Promise<void> => {
    others = others.filter((other) => other !== db);
    await db.close();
  };
  const isRemoved = async (): Promise<boolean> => !(await hasTable(opened.db.read, 'sign_in_failure'));

  test('what removes waits until the last older one has ended, and what adds does not [BACK-29]', async () => {
    const older = [await join(), await join()];
    expect(await opened.db.write((tx) => upgrade(tx, NEXT))).toEqual({ newer: null, waits: true });
    expect([await hasTable(opened.db.read, 'more'), await isRemoved()]).toEqual([true, false]);
    await leave(older[0]!);
    expect(await opened.db.write((tx) => upgrade(tx, NEXT))).toEqual({ newer: null, waits: true });
    await leave(older[1]!);
    expect(await opened.db.write((tx) => upgrade(tx, NEXT))).toEqual({ newer: null, waits: false });
    expect(await isRemoved()).toBe(true);
  });

  test('a newer one that is at work removes as soon as the older one has ended [BACK-29]', async () => {
    const older = await join();
    await join({ migrations: NEXT, everyMs: 20 });
    await pause(100);
    expect(await isRemoved()).toBe(false);
    await leave(older);
    await vi.waitFor(async () => expect(await isRemoved()).toBe(true));
  });

  test('one that was killed no longer counts after its time [BACK-31]', async () => {
    await join({ aliveMs: 50, everyMs: 60_000 });
    await pause(80);
    expect(await opened.db.write((tx) => upgrade(tx, NEXT))).toEqual({ newer: null, waits: false });
  });

  test('one that was silent for too long is told to end if the tables have changed, and otherwise counts again [BACK-31]', async () => {
    await join({ aliveMs: 1, everyMs: 200 });
    await opened.db.write((tx) => tx.deleteFrom('server_process').execute());
    await vi.waitFor(async () => expect(await opened.db.read.selectFrom('server_process').select('id').execute()).toHaveLength(1));
    expect(onOutdated).not.toHaveBeenCalled();
    await opened.db.write((tx) => upgrade(tx, NEXT));
    await opened.db.write((tx) => tx.deleteFrom('server_process').execute());
    await vi.waitFor(() => expect(onOutdated).toHaveBeenCalledWith('9002-contract-fewer'));
  });

  test('an older one that starts while a newer one removes waits, and is refused [BACK-31]', async () => {
    const starting = await connect();
    const [removed, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const removing = opened.db.write(async (tx) => {
      await upgrade(tx, NEXT);
      removed.resolve();
      await held.promise;
    });
    await removed.promise;
    const joining = joinServers(starting, { onOutdated });
    await pause(50);
    held.resolve();
    await removing;
    expect(await joining).toEqual({ ok: false, newer: '9002-contract-fewer' });
    await starting.close();
  });

  test('a change of the tables does not wait for long, because all others would wait behind it', async () => {
    let waits = '';
    const looks = step(
      async (db) => void (waits = (await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db)).rows[0]!.lock_timeout),
    );
    await opened.db.write((tx) => upgrade(tx, { ...MIGRATIONS, '9001-looks': looks }));
    expect(waits).toBe('10s');
  });
});
