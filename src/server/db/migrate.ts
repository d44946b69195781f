import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

/** Migrates the tables to the newest version; several processes may start at once (PostgreSQL: the migrator takes a lock). */
export async function migrate(db: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  const migrator = new Migrator({
    db,
    // Numbers are reserved before the work starts, so a migration may be added after one with a higher number.
    allowUnorderedMigrations: true,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the list of migrations';
  throw new Error(`The database could not be migrated: ${failed} failed.`, { cause: error });
}
