import { DAILY_JOBS } from '#contract/jobs.ts';
import { INSTALLATION_DAYS, INSTALLATION_HOURS, type InstallationState } from '#contract/installation.ts';
import type { Reader } from '#server/db/database.ts';
import { servingNow, canTake } from '#server/rules/ai/jobs/waiting.ts';
import { seenWorkers } from '#server/rules/ai/workers.ts';
import { assertPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';
import type { Caller, ServerContext } from '#server/rules/context.ts';
import { countsOfSpans, DAY_MS, HOUR_MS, spansOf, type Spans } from './counts.ts';
import { storedBytes } from './stored-bytes.ts';

/** What only the process and its settings know. */
export interface InstallationFacts {
  program: string;
  startedAt: number;
  isMailConfigured: boolean;
  /** Size of the volume of the data folder; null: objects are in a bucket. */
  room(): Promise<{ total: number; free: number } | null>;
  /** Server processes that share the database; null: one, on SQLite. */
  servers(): Promise<{ count: number; areAlike: boolean }>;
  /** Null: no folder of backups is configured. */
  backup(): Promise<InstallationState['backup']>;
}

/** Sums over all studies are read at most this often by a process, because several pages may ask every few seconds. */
const SUMS_LAST_MS = 60_000;

/** PCALL-220, for platform administrators. */
export function createInstallationState(facts: InstallationFacts) {
  let sums: { at: number; value: Promise<Sums> } | null = null;

  function sumsOf(db: Reader, now: number): Promise<Sums> {
    if (sums !== null && now - sums.at < SUMS_LAST_MS && now >= sums.at) return sums.value;
    const value = readSums(db, now);
    sums = { at: now, value };
    value.catch(() => (sums = null));
    return value;
  }

  return async function installationState({ db, now }: ServerContext, caller: Caller): Promise<InstallationState> {
    await assertPlatformAdministrator(db.read, caller);
    const at = now();
    const [found, room, backup, servers] = await Promise.all([sumsOf(db.read, at), facts.room(), facts.backup(), facts.servers()]);
    return {
      at,
      ...(await people(db.read)),
      studies: found.studies,
      jobs: await jobs(db.read, at),
      ai: await aiWork(db.read, at),
      storage: {
        kind: room === null ? 'bucket' : 'disk',
        total_bytes: room?.total ?? null,
        free_bytes: room?.free ?? null,
        parts: found.parts,
      },
      mail: await mails(db.read, facts.isMailConfigured),
      backup,
      version: { program: facts.program, started_at: facts.startedAt, servers: servers.count, are_alike: servers.areAlike },
    };
  };
}

type Sums = Pick<InstallationState, 'studies'> & { parts: InstallationState['storage']['parts'] };

async function readSums(db: Reader, now: number): Promise<Sums> {
  const { total } = await db
    .selectFrom('study')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const days = lastDays(now, INSTALLATION_DAYS.studies);
  const added = await db
    .selectFrom('study')
    .select(countsOfSpans('created_at', days))
    .where('created_at', '>=', days.from)
    .executeTakeFirstOrThrow();
  return { studies: { total, per_day: spansOf(added, days) }, parts: await storedBytes(db) };
}

async function people(db: Reader): Promise<Pick<InstallationState, 'teams' | 'people'>> {
  const teams = await db
    .selectFrom('team')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const users = await db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    // Closed accounts and API users have no address.
    .where('email', 'like', '%@%')
    .executeTakeFirstOrThrow();
  return { teams: teams.count, people: users.count };
}

/** A mail that was sent leaves no row, so it is in no count of ended jobs. What always waits for its next day is no work that waits. */
async function jobs(db: Reader, now: number): Promise<InstallationState['jobs']> {
  const open = await db
    .selectFrom('job')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count'), eb.fn.min<number>('run_at').as('due')])
    .where('state', 'in', ['queued', 'running'])
    .where('name', 'not in', DAILY_JOBS)
    .groupBy('state')
    .execute();
  const queued = open.find(({ state }) => state === 'queued');
  const ended = await db
    .selectFrom('job')
    .select((eb) => ['name', 'state', eb.fn.countAll<number>().as('count')])
    .where('state', 'in', ['done', 'failed'])
    .where('updated_at', '>', now - DAY_MS)
    .groupBy(['name', 'state'])
    .execute();
  const failed = ended.filter(({ state }) => state === 'failed');
  const days = lastDays(now, INSTALLATION_DAYS.failedJobs);
  const perDay = await db
    .selectFrom('job')
    .select(countsOfSpans('updated_at', days))
    .where('state', '=', 'failed')
    .where('updated_at', '>=', days.from)
    .executeTakeFirstOrThrow();
  return {
    waiting: queued?.count ?? 0,
    running: open.find(({ state }) => state === 'running')?.count ?? 0,
    // A job that waits for a later time is not late.
    due_since: queued === undefined || queued.due > now ? null : queued.due,
    open_per_hour: await openPerHour(db, now),
    ended: total(ended),
    failed: total(failed),
    failed_per_day: spansOf(perDay, days),
    failed_by_name: failed.map(({ name, count }) => ({ name, failed: count })).toSorted((a, b) => b.failed - a.failed),
  };
}

/** Jobs keep the time at which they began and ended, so the length of the queue at an earlier time is known from their rows. */
async function openPerHour(db: Reader, now: number): Promise<number[]> {
  const ends = Array.from({ length: INSTALLATION_HOURS }, (_, at) => now - (INSTALLATION_HOURS - 1 - at) * HOUR_MS);
  const row = await db
    .selectFrom('job')
    .select((eb) =>
      ends.map((end, at) =>
        eb.fn
          .countAll<number>()
          .filterWhere('created_at', '<=', end)
          .filterWhere((of) => of.or([of('state', 'in', ['queued', 'running']), of('updated_at', '>', end)]))
          .as(`at_${at}`),
      ),
    )
    .where('name', 'not in', DAILY_JOBS)
    .where((eb) => eb.or([eb('state', 'in', ['queued', 'running']), eb('updated_at', '>', ends[0]!)]))
    .executeTakeFirstOrThrow();
  return ends.map((_, at) => row[`at_${at}`]!);
}

async function aiWork(db: Reader, now: number): Promise<InstallationState['ai']> {
  const open = await db
    .selectFrom('ai_job')
    .select((eb) => ['state', 'needs', 'kind', 'team_id', eb.fn.countAll<number>().as('count')])
    .where('state', 'in', ['queued', 'running'])
    .groupBy(['state', 'needs', 'kind', 'team_id'])
    .execute();
  const queued = open.filter(({ state }) => state === 'queued');
  const { failed } = await db
    .selectFrom('ai_job')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('state', '=', 'failed')
    .where('ended_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  const serving = await servingNow(db, now);
  return {
    waiting: total(queued),
    running: total(open.filter(({ state }) => state === 'running')),
    failed,
    unserved: total(queued.filter((job) => !canTake(serving, job))),
    workers: await seenWorkers(db, now),
  };
}

async function mails(db: Reader, isConfigured: boolean): Promise<InstallationState['mail']> {
  const { waiting } = await db
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('name', '=', 'send-mail')
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  const { unsent } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('unsent'))
    .where('why', 'in', ['no_server', 'not_taken'])
    .executeTakeFirstOrThrow();
  return { is_configured: isConfigured, waiting, unsent };
}

const total = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/** Days in UTC, today last. */
const lastDays = (now: number, count: number): Spans => ({ from: (Math.floor(now / DAY_MS) + 1 - count) * DAY_MS, step: DAY_MS, count });
