import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { JobEffect, JobHandler } from '#server/jobs/job-handler.ts';
import type { ServerContext } from '#server/rules/context.ts';

const DAY_MS = 86_400_000;
/** OQ-22. Also for sessions of the viewer for headsets. */
export const KEPT_DAYS = 180;
export const KEPT_MS = KEPT_DAYS * DAY_MS;
/** A portion is deleted in a transaction of its own, so that other writers need not wait for a year of entries. */
const ROWS_AT_ONCE = 1_000;

const OLD_ROWS = [
  { table: 'activity_entry', column: 'created_at' },
  { table: 'xr_session', column: 'started_at' },
] as const;

type ForgetContext = Pick<ServerContext, 'db' | 'jobs' | 'now'>;

/** At each start: one waits, runs or is made, in the whole cluster. */
export async function queueForgetting({ db, jobs }: ForgetContext): Promise<void> {
  await db.write((tx) => jobs.add(tx, FORGET_JOB));
}

const FORGET_JOB = { name: 'forget-old', payload: {}, uniqueKey: 'forget-old' } as const;

/** Once a day, whether or not anybody is working. What it could not do is done the next day. */
export function createForgetHandler({ db, jobs, now }: ForgetContext): JobHandler {
  const tomorrow: JobEffect = { effect: (tx) => jobs.add(tx, { ...FORGET_JOB, runAt: now() + DAY_MS }) };
  return {
    async run({ signal }) {
      const before = now() - KEPT_MS;
      for (const rows of OLD_ROWS) while (!signal.aborted && (await deletePortion(db, rows, before)) > 0);
      signal.throwIfAborted();
      return tomorrow;
    },
    gaveUp: () => tomorrow,
  };
}

async function deletePortion(db: Database, { table, column }: (typeof OLD_ROWS)[number], before: number): Promise<bigint> {
  const [of, at] = [sql.table(table), sql.ref(column)];
  const old = sql`select id from ${of} where ${at} < ${before} limit ${ROWS_AT_ONCE}`;
  const { numAffectedRows } = await db.write((tx) => sql`delete from ${of} where id in (${old})`.execute(tx));
  return numAffectedRows ?? 0n;
}
