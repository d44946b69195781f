import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Engine } from './dialect.ts';
import { openDatabase, SQLITE_FILE } from './open-database.ts';

const POSTGRES_URL = process.env['TEST_DATABASE_URL'];

/** Engines that the server's tests run on: `describe.each(TEST_ENGINES)('… on %s', (engine) => …)`. PostgreSQL when TEST_DATABASE_URL is set. */
export const TEST_ENGINES: readonly Engine[] = POSTGRES_URL ? ['sqlite', 'postgres'] : ['sqlite'];

export interface TestDatabase {
  db: Database;
  /** Of SQLite; null on PostgreSQL. */
  folder: string | null;
  /** Closes it and removes the folder or the schema. */
  drop(): Promise<void>;
}

/** A database of one's own, migrated and otherwise empty. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? openInFolder() : openInSchema();
}

/** Migrated once per test file, and a copy of it for each test: each migration is a commit that waits for the disk. */
let migrated: Promise<Uint8Array> | null = null;

async function migrateOne(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'lightship-db-'));
  const opened = await openDatabase({ engine: 'sqlite', folder });
  if (!opened.ok) throw new Error(opened.why);
  await opened.db.close();
  const bytes = readFileSync(join(folder, SQLITE_FILE));
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}

async function openInFolder(): Promise<TestDatabase> {
  const bytes = await (migrated ??= migrateOne());
  const folder = mkdtempSync(join(tmpdir(), 'lightship-db-'));
  writeFileSync(join(folder, SQLITE_FILE), bytes);
  const opened = await openDatabase({ engine: 'sqlite', folder });
  if (!opened.ok) throw new Error(opened.why);
  return {
    db: opened.db,
    folder,
    async drop() {
      await opened.db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openInSchema(): Promise<TestDatabase> {
  if (!POSTGRES_URL) throw new Error('TEST_DATABASE_URL is not set');
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const url = POSTGRES_URL;
  const opened = await whileNoSchemaGoes(url, () => openDatabase({ engine: 'postgres', url, schema }));
  if (!opened.ok) throw new Error(opened.why);
  return {
    db: opened.db,
    folder: null,
    async drop() {
      await opened.db.close();
      await withAdvisoryLock(url, 'pg_advisory_lock', (client) => client.query(`drop schema "${schema}" cascade`));
    },
  };
}

/** Migrations look at the tables of all schemas, and fail over one that another test file drops meanwhile. */
function whileNoSchemaGoes<T>(url: string, work: () => Promise<T>): Promise<T> {
  return withAdvisoryLock(url, 'pg_advisory_lock_shared', work);
}

/** Of this database, for all test files that run side by side; it ends with the connection. */
const SCHEMAS = 5_432;

async function withAdvisoryLock<T>(
  url: string,
  lock: 'pg_advisory_lock' | 'pg_advisory_lock_shared',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select ${lock}(${SCHEMAS})`);
    return await work(client);
  } finally {
    await client.end();
  }
}
