import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Engine } from './dialect.ts';
import { openDatabase } from './open-database.ts';

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

async function openInFolder(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'lightship-db-'));
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
  const opened = await openDatabase({ engine: 'postgres', url: POSTGRES_URL, schema });
  if (!opened.ok) throw new Error(opened.why);
  return {
    db: opened.db,
    folder: null,
    async drop() {
      await opened.db.close();
      const client = new pg.Client({ connectionString: POSTGRES_URL });
      await client.connect();
      await client.query(`drop schema "${schema}" cascade`);
      await client.end();
    },
  };
}
