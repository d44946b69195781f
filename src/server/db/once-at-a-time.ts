import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Work that only one process of a database does at a time. The numbers are those of the locks in PostgreSQL. */
const WORK = { 'missing readings': 1, removals: 2, healing: 3 } as const;

const LOCK_CLASS = 7_335;

/**
 * Does the work, unless another process is doing it: then nothing. If that process dies, its lock goes with its connection, and the next start of
 * any process does the work. On SQLite there is only one process.
 */
export async function onceAtATime(db: Database, name: keyof typeof WORK, work: () => Promise<void>): Promise<void> {
  if (db.engine === 'sqlite') return work();
  const key = sql`${sql.lit(LOCK_CLASS)}, ${sql.lit(WORK[name])}`;
  await db.read.connection().execute(async (session) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(session);
    if (rows[0]?.taken !== true) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(session);
    }
  });
}
