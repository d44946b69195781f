import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import { JOB_NAMES, type JobName } from '#contract/jobs.ts';
import type { Database, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';
import type { JobQueue } from '#server/rules/context.ts';

/**
 * The job table.
 *
 *     queued ──claim──▶ running ──complete──▶ done
 *       ▲                │ │ └───fail, last try──▶ failed
 *       ├──fail, pause───┘ │
 *       ├──release (stop)──┤       queued, running ──cancel, cancelGroup──▶ cancelled
 *       ├──postpone────────┘       done, failed, cancelled ──add, same unique key──▶ queued
 *       └──a lease that ended, or that an earlier process of this database left (voidEarlierLeases)
 *
 * A claim writes a lease: a random word and a time until which its holder may be silent. Every further move of that run demands the same
 * word in the row, in the transaction of its effect: a run that was given up for dead can never take effect beside its successor.
 *
 * Tries are claims. A job fails for good when it broke in its last try. A run that a kill interrupted did not break; it is repeated, but
 * not for ever: a job that takes the whole process down with it would do so again at each start. So it pauses longer and longer once its
 * tries are used up, and ends after INTERRUPTIONS_BEYOND_TRIES more [Interruptions].
 */
export interface LeasedJob {
  id: number;
  name: JobName;
  payload: unknown;
  tries: number;
  maxTries: number;
  lease: string;
  /** [Interruptions] It was interrupted too often: it is not to be run, but to be ended. */
  exhausted: boolean;
}

export interface JobTableQueue extends JobQueue {
  /** The next job of these names that may run now, leased; null when there is none. */
  claim(names?: readonly JobName[]): Promise<LeasedJob | null>;
  /** Milliseconds until a pause or a lease ends; null when nothing waits for a time. */
  nextDueMs(): Promise<number | null>;
  /** Prolongs the lease; false when it is no longer ours. */
  heartbeat(job: LeasedJob, progress?: number): Promise<boolean>;
  /** Effect and `done` in one transaction; false, and no effect, when the lease is no longer ours. */
  complete(job: LeasedJob, effect: (tx: Writer) => Promise<void>): Promise<boolean>;
  /** The same with `failed`. */
  failForGood(job: LeasedJob, error: string, effect: (tx: Writer) => Promise<void>): Promise<boolean>;
  /** Back to the queue after a pause that doubles from try to try. */
  retryLater(job: LeasedJob, error: string): Promise<void>;
  /** Back to the queue as if it had not been claimed: the server stops. */
  release(job: LeasedJob): Promise<void>;
  /** The same after a pause: what it needs (room on the disk) is not there now, and that is no fault of the job. */
  postpone(job: LeasedJob): Promise<void>;
  /** For a database that has one process (SQLite), at its start: whoever held a lease is dead. */
  voidEarlierLeases(): Promise<void>;
  onWake(listener: () => void): () => void;
}

export interface JobQueueOptions {
  now?: () => number;
  leaseMs?: number;
  /** Pause after the first try that broke. */
  retryDelayMs?: number;
  /** Pause of a job that was postponed. */
  postponeMs?: number;
}

const DEFAULT_TRIES = 3;
/** [Interruptions] Claims of one job beyond its tries before it is held to be what kills the process. */
const INTERRUPTIONS_BEYOND_TRIES = 17;
const LONGEST_PAUSE_MS = 15 * 60_000;

export function createJobQueue(
  db: Database,
  { now = Date.now, leaseMs = 30_000, retryDelayMs = 5_000, postponeMs = 30_000 }: JobQueueOptions = {},
): JobTableQueue {
  const listeners = new Set<() => void>();

  const pauseMs = (tries: number): number => Math.min(retryDelayMs * 2 ** (tries - 1), LONGEST_PAUSE_MS);

  /** One guarded move of a leased job, with what belongs to it. */
  async function move(job: LeasedJob, to: Partial<Schema['job']>, effect?: (tx: Writer) => Promise<void>): Promise<boolean> {
    return db.write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('job')
        .set({ ...(to as object), updated_at: now() })
        .where('id', '=', job.id)
        .where('lease_by', '=', job.lease)
        .where('state', '=', 'running')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await effect?.(tx);
      return true;
    });
  }

  async function cancelWhere(tx: Writer, column: 'unique_key' | 'group_key', key: string): Promise<void> {
    await tx
      .updateTable('job')
      .set({ state: 'cancelled', ...ENDED, updated_at: now() })
      .where(column, '=', key)
      .where('state', 'in', ['queued', 'running'])
      .execute();
  }

  return {
    async add(tx, { name, payload, groupKey = null, uniqueKey = null, priority = 0, maxTries = DEFAULT_TRIES }) {
      const at = now();
      await tx
        .insertInto('job')
        .values({
          name,
          payload: JSON.stringify(payload),
          state: 'queued',
          group_key: groupKey,
          unique_key: uniqueKey,
          priority,
          run_at: at,
          tries: 0,
          max_tries: maxTries,
          lease_by: null,
          lease_until: null,
          progress: 0,
          error: null,
          created_at: at,
          updated_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .column('unique_key')
            .doUpdateSet({ state: 'queued', run_at: at, tries: 0, progress: 0, error: null, updated_at: at })
            .where('job.state', 'in', ['done', 'failed', 'cancelled']),
        )
        .execute();
    },

    cancel: (tx, uniqueKey) => cancelWhere(tx, 'unique_key', uniqueKey),

    cancelGroup: (tx, groupKey) => cancelWhere(tx, 'group_key', groupKey),

    wake: () => listeners.forEach((listener) => listener()),
    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async claim(names = JOB_NAMES) {
      // Asked on the reading side first, so that an idle server writes nothing.
      if (
        (await db.read
          .selectFrom('job')
          .select('id')
          .where((eb) => isClaimable(eb, names, now()))
          .limit(1)
          .executeTakeFirst()) === undefined
      )
        return null;
      return db.write(async (tx) => {
        const at = now();
        const row = await tx
          .selectFrom('job')
          .selectAll()
          .where((eb) => isClaimable(eb, names, at))
          .orderBy('priority', 'desc')
          .orderBy('id')
          .limit(1)
          .$call(lockRows(tx, 'skip-locked'))
          .executeTakeFirst();
        if (row === undefined) return null;
        const lease = randomUUID();
        const tries = row.tries + 1;
        await tx
          .updateTable('job')
          .set({ state: 'running', lease_by: lease, lease_until: at + leaseMs, tries, updated_at: at })
          .where('id', '=', row.id)
          .execute();
        return {
          id: row.id,
          name: row.name as JobName,
          payload: JSON.parse(row.payload) as unknown,
          tries,
          maxTries: row.max_tries,
          lease,
          exhausted: tries > row.max_tries + INTERRUPTIONS_BEYOND_TRIES,
        };
      });
    },

    async nextDueMs() {
      const at = now();
      const row = await db.read
        .selectFrom('job')
        .select((eb) =>
          eb.fn
            .min<number | null>(eb.case().when('state', '=', 'running').then(eb.ref('lease_until')).else(eb.ref('run_at')).end())
            .as('due'),
        )
        .where((eb) =>
          eb.or([
            eb.and([eb('state', '=', 'queued'), eb('run_at', '>', at)]),
            eb.and([eb('state', '=', 'running'), eb('lease_until', '>', at)]),
          ]),
        )
        .executeTakeFirst();
      return row?.due == null ? null : row.due - at;
    },

    heartbeat: (job, progress) => move(job, { lease_until: now() + leaseMs, ...(progress === undefined ? {} : { progress }) }),
    complete: (job, effect) => move(job, { ...ENDED, state: 'done', progress: 1, error: null }, effect),
    failForGood: (job, error, effect) => move(job, { ...ENDED, state: 'failed', error }, effect),

    async retryLater(job, error) {
      await move(job, { ...ENDED, state: 'queued', error, run_at: now() + pauseMs(job.tries) });
    },

    async release(job) {
      await move(job, { ...ENDED, state: 'queued', tries: job.tries - 1 });
    },

    async postpone(job) {
      await move(job, { ...ENDED, state: 'queued', tries: job.tries - 1, run_at: now() + postponeMs });
    },

    async voidEarlierLeases() {
      const at = now();
      await db.write(async (tx) => {
        for (const { id, tries, max_tries } of await tx
          .selectFrom('job')
          .select(['id', 'tries', 'max_tries'])
          .where('state', '=', 'running')
          .execute()) {
          // [Interruptions]
          const run_at = tries <= max_tries ? at : at + pauseMs(tries - max_tries);
          await tx
            .updateTable('job')
            .set({ ...ENDED, state: 'queued', run_at, updated_at: at })
            .where('id', '=', id)
            .execute();
        }
      });
    },
  };
}

const ENDED = { lease_by: null, lease_until: null } as const;

/**
 * Due, or its lease has ended; and nothing of its group stands before it or runs. Ids are given in the order of the commits of a group
 * because the rules add jobs of one group under the lock of one row (the upload).
 */
function isClaimable(eb: ExpressionBuilder<Schema, 'job'>, names: readonly JobName[], at: number) {
  return eb.and([
    eb('job.name', 'in', [...names]),
    eb.or([
      eb.and([eb('job.state', '=', 'queued'), eb('job.run_at', '<=', at)]),
      eb.and([eb('job.state', '=', 'running'), eb('job.lease_until', '<=', at)]),
    ]),
    eb.not(
      eb.exists(
        eb
          .selectFrom('job as other')
          .select(sql<number>`1`.as('one'))
          .whereRef('other.group_key', '=', 'job.group_key')
          .whereRef('other.id', '<>', 'job.id')
          .where((other) =>
            other.or([
              other('other.state', '=', 'running'),
              other.and([other('other.state', '=', 'queued'), other('other.id', '<', other.ref('job.id'))]),
            ]),
          ),
      ),
    ),
  ]);
}
