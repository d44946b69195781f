import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder, type Selectable, type UpdateObject } from 'kysely';
import { JOB_NAMES, type JobName } from '#contract/jobs.ts';
import type { Database, Writer } from '#server/db/database.ts';
import { lockRows, withoutIndex } from '#server/db/dialect.ts';
import type { JobTable, Schema } from '#server/db/schema.ts';
import type { JobQueue } from '#server/rules/context.ts';
import { addJob } from '#server/rules/add-job.ts';

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
  /** Like `wake`, for a change that another process has made and told of. */
  wakeHere(): void;
}

export interface JobQueueOptions {
  now?: () => number;
  leaseMs?: number;
  /** Pause after the first failed try. */
  retryDelayMs?: number;
  /** Pause of a postponed job. */
  postponeMs?: number;
  /** Called by `wake`, for the lanes of other processes. */
  tellOthers?: () => void;
}

/** [Interruptions] Claims of one job beyond its tries before it is assumed to kill the process. */
const INTERRUPTIONS_BEYOND_TRIES = 17;
const LONGEST_PAUSE_MS = 15 * 60_000;

export function createJobQueue(
  db: Database,
  { now = Date.now, leaseMs = 30_000, retryDelayMs = 5_000, postponeMs = 30_000, tellOthers = () => undefined }: JobQueueOptions = {},
): JobTableQueue {
  const listeners = new Set<() => void>();
  const wakeHere = (): void => listeners.forEach((listener) => listener());

  const pauseMs = (tries: number): number => Math.min(retryDelayMs * 2 ** (tries - 1), LONGEST_PAUSE_MS);

  /** Changes the state of a leased job if the lease is still valid, with its effect. */
  async function move(job: LeasedJob, to: UpdateObject<Schema, 'job'>, effect?: (tx: Writer) => Promise<void>): Promise<boolean> {
    return db.write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('job')
        .set({ ...to, updated_at: now() })
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
    add: (tx, job) => addJob(tx, job, now()),

    cancel: (tx, uniqueKey) => cancelWhere(tx, 'unique_key', uniqueKey),

    cancelGroup: (tx, groupKey) => cancelWhere(tx, 'group_key', groupKey),

    wake() {
      wakeHere();
      tellOthers();
    },
    wakeHere,
    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async claim(names = JOB_NAMES) {
      // Checked with a read first, so that an idle server writes nothing.
      if ((await nextJob(db.read, names, now())) === undefined) return null;
      return db.write(async (tx) => {
        const at = now();
        const row = await nextJob(tx, names, at);
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
      await move(job, { ...ENDED, state: 'queued', ...NOT_CLAIMED });
    },

    async postpone(job) {
      await move(job, { ...ENDED, state: 'queued', ...NOT_CLAIMED, run_at: now() + postponeMs });
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
/** Of the row and not of the lease: the run may have noted progress (`noteJobProgress`). */
const NOT_CLAIMED = { tries: sql<number>`tries - 1` };

/** A job whose lease has expired, else the next one that is due. In a transaction its row is locked. */
async function nextJob(from: Writer | Database['read'], names: readonly JobName[], at: number): Promise<Selectable<JobTable> | undefined> {
  const [first, ...others] = names;
  const ofNames = from
    .selectFrom('job')
    .selectAll()
    // A lane mostly has one name: then the index gives the order.
    .where((eb) => (first !== undefined && others.length === 0 ? eb('job.name', '=', first) : eb('job.name', 'in', [...names])))
    .where(isFirstOfGroup)
    .limit(1);
  const take = (query: typeof ofNames) => (from.isTransaction ? query.$call(lockRows(from, 'skip-locked')) : query).executeTakeFirst();
  return (
    (await take(ofNames.where('job.state', '=', 'running').where('job.lease_until', '<=', at).orderBy('job.id'))) ??
    take(
      ofNames
        .where('job.state', '=', 'queued')
        // Another index would find all that are due, and sort them.
        .where(withoutIndex<number>(from, 'job.run_at'), '<=', at)
        .orderBy('job.priority', 'desc')
        .orderBy('job.turn')
        .orderBy('job.id'),
    )
  );
}

/**
 * Of its group it is the one that runs, or the first that waits. IDs of a group are in the order of commits, because rules add the jobs of a group
 * under the lock of one row (the upload). Not an anti-join, which would compare all jobs of a large group with each other.
 */
function isFirstOfGroup(eb: ExpressionBuilder<Schema, 'job'>) {
  const ofGroup = (state: 'running' | 'queued') =>
    eb
      .selectFrom('job as other')
      .select('other.id')
      .whereRef('other.group_key', '=', 'job.group_key')
      .where('other.state', '=', state)
      .orderBy('other.id')
      .limit(1);
  return eb.or([eb('job.group_key', 'is', null), eb('job.id', '=', eb.fn.coalesce(ofGroup('running'), ofGroup('queued')))]);
}
