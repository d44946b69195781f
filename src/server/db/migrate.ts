import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

/** Brings the tables to the newest form; several processes may start at once (PostgreSQL: the migrator takes a lock). */
export async function migrate(db: Kysely<Schema>, schema?: string, migrations = MIGRATIONS): Promise<void> {
  const migrator = new Migrator({
    db,
    // Numbers are given before the work is done: one may come after a later one.
    allowUnorderedMigrations: true,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the list of migrations';
  throw new Error(`The database could not be brought up to date: ${failed} failed.`, { cause: error });
}
