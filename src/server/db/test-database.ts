import { createHash, randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Engine } from './dialect.ts';
import { openDatabase, SQLITE_FILE, type DatabasePlace } from './open-database.ts';

const POSTGRES_URL = process.env['TEST_DATABASE_URL'];

/** Engines that the server's tests run on: `describe.each(TEST_ENGINES)('… on %s', (engine) => …)`. PostgreSQL when TEST_DATABASE_URL is set. */
export const TEST_ENGINES: readonly Engine[] = POSTGRES_URL ? ['sqlite', 'postgres'] : ['sqlite'];

export interface TestDatabase {
  db: Database;
  place: DatabasePlace;
  /** For SQLite; null on PostgreSQL. */
  folder: string | null;
  /** For PostgreSQL; null on SQLite. */
  url: string | null;
  /** Closes it and removes its folder, or the database. */
  drop(): Promise<void>;
}

/** A new, migrated and otherwise empty database. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? openInFolder() : openCopy();
}

/** A place without tables, for what creates a database. */
export async function createTestPlace(engine: Engine): Promise<{ place: DatabasePlace; drop(): Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'lightship-db-'));
    return { place: { engine, folder }, drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) };
  }
  const name = `lightship_test_${randomBytes(6).toString('hex')}`;
  await administer((client) => client.query(`create database ${name}`));
  const drop = () => administer(async (client) => void (await client.query(`drop database ${name} with (force)`)));
  return { place: { engine, url: urlOf(name) }, drop };
}

/** Migrated once per test file and copied for each test, because each migration is a commit that waits for the disk. */
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
    place: { engine: 'sqlite', folder },
    folder,
    url: null,
    async drop() {
      await opened.db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A copy of a database that was migrated once for all test files. Migrating one for each test took ten times as long. */
async function openCopy(): Promise<TestDatabase> {
  if (!POSTGRES_URL) throw new Error('TEST_DATABASE_URL is not set');
  const template = await (copied ??= makeTemplate());
  const name = `lightship_test_${randomBytes(6).toString('hex')}`;
  await administer((client) => client.query(`create database ${name} template ${template}`));
  const place = { engine: 'postgres', url: urlOf(name) } as const;
  const opened = await openDatabase(place);
  if (!opened.ok) throw new Error(opened.why);
  return {
    db: opened.db,
    place,
    folder: null,
    url: urlOf(name),
    async drop() {
      await opened.db.close();
      await administer((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

let copied: Promise<string> | null = null;

/** The name depends on the sources, so that a changed migration creates a new one. Nobody may be connected to it while it is copied. */
async function makeTemplate(): Promise<string> {
  const name = `lightship_template_${sourcesHash()}`;
  await administer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `lightship_unfinished_${randomBytes(6).toString('hex')}`;
    await client.query(`create database ${unfinished}`);
    const opened = await openDatabase({ engine: 'postgres', url: urlOf(unfinished) });
    if (!opened.ok) throw new Error(opened.why);
    await opened.db.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/** Shared by all test files that run at the same time. Released with the connection. */
const TEMPLATE_LOCK = 5_432;

function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = globSync(join(import.meta.dirname, '**/*.ts'), { exclude: (name) => name.endsWith('.test.ts') });
  for (const file of files.toSorted()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function urlOf(database: string): string {
  const url = new URL(POSTGRES_URL ?? '');
  url.pathname = `/${database}`;
  return url.href;
}

async function administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
