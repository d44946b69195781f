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
 * A claim writes a lease: a random token and a time until which its holder may be silent. Every further change by that run requires the same
 * token in the row, in the transaction of its effect, so that a run that was considered dead can never take effect next to its successor.
 *
 * Each claim counts as a try. A job fails for good if its last try failed. A run that was interrupted by a kill did not fail. It is repeated,
 * but not forever: a job that crashes the whole process would do so again at each start. So once its tries are used up, the pauses grow, and
 * it ends after INTERRUPTIONS_BEYOND_TRIES more interruptions [Interruptions].
 */
export interface LeasedJob {
  id: number;
  name: JobName;
  payload: unknown;
  tries: number;
  maxTries: number;
  lease: string;
  /** [Interruptions] It was interrupted too often and must be ended, not run. */
  exhausted: boolean;
}

export interface JobTableQueue extends JobQueue {
  /** The next runnable job with one of these names, leased; null if there is none. */
  claim(names?: readonly JobName[]): Promise<LeasedJob | null>;
  /** Milliseconds until the next pause or lease ends; null if there is none. */
  nextDueMs(): Promise<number | null>;
  /** Extends the lease; false if it is lost. */
  heartbeat(job: LeasedJob, progress?: number): Promise<boolean>;
  /** Effect and `done` in one transaction. False, without the effect, if the lease is lost. */
  complete(job: LeasedJob, effect: (tx: Writer) => Promise<void>): Promise<boolean>;
  /** The same with `failed`. */
  failForGood(job: LeasedJob, error: string, effect: (tx: Writer) => Promise<void>): Promise<boolean>;
  /** Back to the queue after a pause that doubles with each try. */
  retryLater(job: LeasedJob, error: string): Promise<void>;
  /** Back to the queue as if it had not been claimed, because the server is stopping. */
  release(job: LeasedJob): Promise<void>;
  /** The same after a pause: a resource (disk space) is missing now, which is not a failure of the job. */
  postpone(job: LeasedJob): Promise<void>;
  /** For a database with one process (SQLite), at its start: all earlier lease holders have ended. */
  voidEarlierLeases(): Promise<void>;
  onWake(listener: () => void): () => void;
}

export interface JobQueueOptions {
  now?: () => number;
  leaseMs?: number;
  /** Pause after the first failed try. */
  retryDelayMs?: number;
  /** Pause of a postponed job. */
  postponeMs?: number;
}

const DEFAULT_TRIES = 3;
/** [Interruptions] Claims of one job beyond its tries before it is assumed to kill the process. */
const INTERRUPTIONS_BEYOND_TRIES = 17;
const LONGEST_PAUSE_MS = 15 * 60_000;

export function createJobQueue(
  db: Database,
  { now = Date.now, leaseMs = 30_000, retryDelayMs = 5_000, postponeMs = 30_000 }: JobQueueOptions = {},
): JobTableQueue {
  const listeners = new Set<() => void>();

  const pauseMs = (tries: number): number => Math.min(retryDelayMs * 2 ** (tries - 1), LONGEST_PAUSE_MS);

  /** Changes the state of a leased job if the lease is still valid, with its effect. */
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
    async add(tx, { name, payload, groupKey = null, uniqueKey = null, priority = 0, maxTries = DEFAULT_TRIES, runAt }) {
      const at = now();
      const run_at = runAt ?? at;
      await tx
        .insertInto('job')
        .values({
          name,
          payload: JSON.stringify(payload),
          state: 'queued',
          group_key: groupKey,
          unique_key: uniqueKey,
          priority,
          run_at,
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
            .doUpdateSet({ state: 'queued', run_at, tries: 0, progress: 0, error: null, updated_at: at })
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
      // Checked with a read first, so that an idle server writes nothing.
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
 * Due, or its lease has expired; and no earlier job of its group waits or runs. IDs of a group are in the order of commits, because rules add the
 * jobs of a group under the lock of one row (the upload).
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
