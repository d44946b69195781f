import { sql, type Kysely } from 'kysely';
import { engineOf } from './dialect.ts';
import { contractsOf, executedMigrations, isContract, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

/** Who changes the tables, or joins those that use them, does it alone. */
const LOCK = 7_339;

export interface Upgraded {
  /** A migration of a newer version, after which this version cannot work: nothing was changed. */
  newer: string | null;
  /** Some migrations wait until older servers have ended. */
  waits: boolean;
}

/**
 * In a transaction, before a server uses the database: whatever only adds is done. What removes is done if every server that is alive knows it, so
 * that none of them misses anything.
 */
export async function upgrade(tx: Kysely<Schema>, migrations = MIGRATIONS): Promise<Upgraded> {
  if (engineOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
  const executed = await executedMigrations(tx);
  const newer = executed.find((name) => isContract(name) && migrations[name] === undefined) ?? null;
  if (newer !== null) return { newer, waits: false };
  const open = contractsOf(migrations).filter((name) => !executed.includes(name));
  const unknown = await unknownToOthers(tx, open, executed);
  await migrate(tx, Object.fromEntries(Object.entries(migrations).filter(([name]) => !unknown.has(name))));
  return { newer, waits: unknown.size > 0 };
}

/** Those of the names that a server which is alive does not know. A database on SQLite has one server, which is this one. */
async function unknownToOthers(tx: Kysely<Schema>, names: readonly string[], executed: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0 || engineOf(tx) === 'sqlite' || !executed.includes('0066-server-processes')) return new Set();
  const alive = await tx.selectFrom('server_process').select('contracts').where('alive_until', '>', clock).execute();
  const known = alive.map(({ contracts }) => new Set(JSON.parse(contracts) as string[]));
  return new Set(names.filter((name) => known.some((ofServer) => !ofServer.has(name))));
}

/** That of the database, in milliseconds: clocks of servers may differ. */
export const clock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
