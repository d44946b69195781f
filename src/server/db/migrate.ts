import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { engineOf, hasTable } from './dialect.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

type Migrations = Record<string, Migration>;

/**
 * Whether servers that do not know this migration cannot work after it. The name says so, because an older server knows nothing else of it: the
 * names in the database are both its version and the list of what a server must know.
 */
export const isContract = (name: string): boolean => /^\d{4}-contract-/.test(name);

/** Those that a server of this version knows. */
export const contractsOf = (migrations: Migrations): string[] => Object.keys(migrations).filter(isContract);

/** Migrates the tables to the newest version; several processes may start at once (PostgreSQL: the migrator takes a lock). */
export async function migrate(db: Kysely<Schema>, migrations: Migrations = MIGRATIONS): Promise<void> {
  // A newer version has added to this database; the migrator would take it for damaged.
  const ofNewerVersion = (await executedMigrations(db)).filter((name) => migrations[name] === undefined);
  const all = { ...Object.fromEntries(ofNewerVersion.map((name) => [name, NOTHING])), ...withShortWaits(migrations) };
  const migrator = new Migrator({
    db,
    // Numbers are reserved before the work starts, so a migration may be added after one with a higher number.
    allowUnorderedMigrations: true,
    provider: { getMigrations: () => Promise.resolve(all) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the list of migrations';
  throw new Error(`The database could not be migrated: ${failed} failed.`, { cause: error });
}

const NOTHING: Migration = { up: () => Promise.resolve() };

/** While a change of a table waits for a long reading (a backup), everything else that reads the table waits behind it. */
const LONGEST_WAIT_SECONDS = 10;

function withShortWaits(migrations: Migrations): Migrations {
  const withWait = ({ up }: Migration): Migration => ({
    async up(db) {
      if (engineOf(db) === 'postgres') await sql`set local lock_timeout = ${sql.lit(LONGEST_WAIT_SECONDS * 1_000)}`.execute(db);
      await up(db);
    },
  });
  return Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, withWait(migration)]));
}

/** Names of the migrations that the database has had. */
export async function executedMigrations(db: Kysely<Schema>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
