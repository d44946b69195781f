import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Writer } from './database.ts';

/**
 * Two transactions of PostgreSQL that meet: `first` runs, then `other` starts and waits for a lock of it, then `last` runs in the transaction
 * of `first`. If the two take their locks in different orders, the database ends one of them.
 */
export async function meet<T>(
  db: Database,
  { first, other, last }: { first: (tx: Writer) => Promise<unknown>; other: () => Promise<T>; last: (tx: Writer) => Promise<unknown> },
): Promise<T> {
  const [locked, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.write(async (tx) => {
    await first(tx);
    locked.resolve();
    await blocked.promise;
    await last(tx);
  });
  await locked.promise;
  const waiting = other();
  await untilBlocked(db);
  blocked.resolve();
  const [, answer] = await Promise.all([holding, waiting]);
  return answer;
}

async function untilBlocked(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db.read,
    );
    if (rows.length > 0) return;
    await delay(10);
  }
}
