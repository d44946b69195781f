import Sqlite from 'better-sqlite3';
import { HandleEmptyInListsPlugin, Kysely, PostgresDialect, replaceWithNoncontingentExpression, sql } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Database, Writer } from './database.ts';
import { AtomicSqliteDialect } from './dialect.ts';
import type { Schema } from './schema.ts';
import { upgrade } from './upgrade.ts';
import { FILE_MODE, makeLastingFolder, nodeFileSystem, type FileSystem } from '#server/storage/file-system.ts';

export type DatabasePlace = { engine: 'sqlite'; folder: string } | { engine: 'postgres'; url: string };

/** `newer`: a migration of a newer version, after which this version cannot work. */
export type OpenedDatabase = { ok: true; db: Database } | { ok: false; why: 'in_use' } | { ok: false; why: 'newer'; newer: string };

export const SQLITE_FILE = 'lightship.sqlite';
export const LOCK_FILE = 'lightship.lock';
/** PostgreSQL refuses an empty list after `in`; SQLite finds nothing. With this, both find nothing. */
const PLUGINS = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];

/** Opens the database and migrates it. `fs` creates its folder; SQLite itself does not use `fs`. */
export async function openDatabase(place: DatabasePlace, fs: Pick<FileSystem, 'open' | 'mkdir'> = nodeFileSystem): Promise<OpenedDatabase> {
  if (place.engine === 'postgres') {
    return guarded(await openPostgres(place.url));
  }
  // SQLite makes the names in this folder durable, but not that of the folder.
  await makeLastingFolder(fs, place.folder);
  // SQLite gives its journals the mode of the database file.
  closeSync(openSync(join(place.folder, SQLITE_FILE), 'a', FILE_MODE));
  const lock = takeFolder(place.folder);
  return lock === null ? { ok: false, why: 'in_use' } : guarded(await openSqlite(place.folder, lock));
}

const guarded = (opened: OpenedDatabase): OpenedDatabase => (opened.ok ? { ok: true, db: refuseNestedWrites(opened.db) } : opened);

/** A write inside a write would wait for itself (SQLite) or commit without the outer one (PostgreSQL). It is a bug and throws. */
function refuseNestedWrites(db: Database): Database {
  const inWrite = new AsyncLocalStorage<true>();
  return {
    ...db,
    write(work) {
      if (inWrite.getStore() === true)
        return Promise.reject(new Error('A write was started inside another write. Use the open transaction.'));
      return db.write((tx) => inWrite.run(true, () => work(tx)));
    },
  };
}

/**
 * One process per folder: the turns of SQLite's writes are in memory, and so is which folders of a disk are durable. SQLite holds the lock on a
 * separate file, so the system releases it whenever the process ends.
 */
export function takeFolder(folder: string): Sqlite.Database | null {
  closeSync(openSync(join(folder, LOCK_FILE), 'a', FILE_MODE));
  const lock = new Sqlite(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    lock.pragma('journal_mode = delete');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

async function openSqlite(folder: string, lock: Sqlite.Database): Promise<OpenedDatabase> {
  const path = join(folder, SQLITE_FILE);
  const writing = new Sqlite(path);
  writing.pragma('journal_mode = wal');
  // FULL: a commit survives a power failure. WAL with NORMAL may lose the last commits.
  writing.pragma('synchronous = full');
  // Only macOS: without it, fsync leaves bytes in the disk cache.
  writing.pragma('fullfsync = on');
  writing.pragma('foreign_keys = on');
  writing.pragma('busy_timeout = 5000');
  const { newer } = await new Kysely<Schema>({ dialect: new AtomicSqliteDialect(writing) }).transaction().execute((tx) => upgrade(tx));
  if (newer !== null) {
    writing.close();
    lock.close();
    return { ok: false, why: 'newer', newer };
  }
  const writer = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(writing, { keepStatements: true }), plugins: PLUGINS });

  // Separate connection: on the writer's, a plain read waited for the whole transaction (984 ms measured).
  const reading = new Sqlite(path, { readonly: true });
  reading.pragma('busy_timeout = 5000');
  const read = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(reading, { keepStatements: true }), plugins: PLUGINS });

  const inTurn = createQueue();
  const db: Database = {
    engine: 'sqlite',
    read,
    write: (work) => inTurn(() => writer.transaction().execute(work)),
    readsWaiting: () => 0,
    async close() {
      await inTurn(async () => {
        reading.close();
        writing.close();
        lock.close();
      });
    },
  };
  return { ok: true, db };
}

/** SQLite has one writer: transactions wait here for each other, instead of failing in the database. */
function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task, task);
    last = turn.catch(() => undefined);
    return turn;
  };
}

const INT8 = 20;
const NUMERIC = 1700;

/** count() and sum() return int8 and numeric, which node-postgres returns as text. Ours stay below 2^53. */
export const NUMBER_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Advisory lock of a command that restores or moves the whole database. */
export const POSTGRES_HOLD = 5_431_207;

async function openPostgres(url: string): Promise<OpenedDatabase> {
  // Two pools: otherwise a transaction that also reads would wait for a connection that only it can release.
  const { db: writer } = connectPostgres(url);
  const { db: read, pool: readPool } = connectPostgres(url);
  const close = async () => {
    await Promise.all([writer.destroy(), read.destroy()]);
  };
  try {
    // The connection that asks stays in its pool, so a command that takes the lock just afterwards sees it.
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${sql.lit(POSTGRES_HOLD)}) as free`.execute(
      writer,
    );
    const { newer } = rows[0]?.free === true ? await writer.transaction().execute((tx) => upgrade(tx)) : { newer: null };
    if (rows[0]?.free !== true || newer !== null) {
      await close();
      return newer === null ? { ok: false, why: 'in_use' } : { ok: false, why: 'newer', newer };
    }
  } catch (error) {
    await close();
    throw error;
  }
  const db: Database = {
    engine: 'postgres',
    read,
    write: <T>(work: (tx: Writer) => Promise<T>) => writer.transaction().execute(work),
    readsWaiting: () => readPool.waitingCount,
    close,
  };
  return { ok: true, db };
}

function connectPostgres(url: string): { db: Kysely<Schema>; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: NUMBER_TYPES,
  });
  // An idle connection that breaks (server restart) is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // The same for one that breaks between two statements of a transaction, whose next statement then fails.
    client.on('error', () => undefined);
    // Compiling a plan pays off only for queries much longer than ours: it took 400 to 550 ms of filters that ran for 200.
    void client.query('set jit = off').catch(() => undefined);
  });
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: PLUGINS }), pool };
}
