import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Writer } from './database.ts';
import { contractsOf } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { clock, upgrade, type Upgraded } from './upgrade.ts';

interface LivingOptions {
  everyMs?: number;
  /** Longer than the lease of a job: whoever was silent for so long has lost its jobs already. */
  aliveMs?: number;
  /** This server was silent for too long, and a newer one has changed the database meanwhile. `migration`: how. */
  onOutdated: (migration: string) => void;
  migrations?: typeof MIGRATIONS;
}

/** The same database, in which this process has a row until it is closed. */
export type Joined = { ok: true; db: Database } | { ok: false; newer: string };

/**
 * On PostgreSQL, every server has a row with the time until which it counts as alive, so that others know which versions are at work. While changes
 * wait for older servers to end, each beat tries them again.
 */
export async function joinServers(
  db: Database,
  { everyMs = 10_000, aliveMs = 60_000, onOutdated, migrations = MIGRATIONS }: LivingOptions,
): Promise<Joined> {
  if (db.engine === 'sqlite') return { ok: true, db };
  const id = randomUUID();
  const aliveUntil = sql<number>`${clock} + ${sql.lit(aliveMs)}`;

  async function enter(tx: Writer): Promise<Upgraded> {
    const upgraded = await upgrade(tx, migrations);
    if (upgraded.newer !== null) return upgraded;
    await tx.deleteFrom('server_process').where('alive_until', '<=', clock).execute();
    const contracts = JSON.stringify(contractsOf(migrations));
    await tx.insertInto('server_process').values({ id, contracts, alive_until: aliveUntil }).execute();
    return upgraded;
  }

  const entered = await db.write(enter);
  if (entered.newer !== null) return { ok: false, newer: entered.newer };
  let { waits } = entered;

  async function beat(): Promise<void> {
    const { numUpdatedRows } = await db.write((tx) =>
      tx.updateTable('server_process').set({ alive_until: aliveUntil }).where('id', '=', id).executeTakeFirst(),
    );
    if (numUpdatedRows > 0n && !waits) return;
    const found = await db.write((tx) => (numUpdatedRows > 0n ? upgrade(tx, migrations) : enter(tx)));
    waits = found.waits;
    if (found.newer !== null) onOutdated(found.newer);
  }

  let beating: Promise<void> | null = null;
  // A database that does not answer is tried again with the next beat.
  const timer = setInterval(() => {
    beating ??= beat()
      .catch(() => undefined)
      .finally(() => (beating = null));
  }, everyMs);
  timer.unref();
  return {
    ok: true,
    db: {
      ...db,
      async close() {
        clearInterval(timer);
        await beating;
        // If the database is gone, the row ends by itself.
        await db.write((tx) => tx.deleteFrom('server_process').where('id', '=', id).execute()).catch(() => undefined);
        await db.close();
      },
    },
  };
}

/** Server processes that share the database, and whether they know the same tables. On SQLite there is one. */
export async function countServers(db: Database): Promise<{ count: number; areAlike: boolean }> {
  if (db.engine === 'sqlite') return { count: 1, areAlike: true };
  const rows = await db.read.selectFrom('server_process').select('contracts').where('alive_until', '>', clock).execute();
  return { count: rows.length, areAlike: new Set(rows.map(({ contracts }) => contracts)).size <= 1 };
}
