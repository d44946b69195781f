import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DAILY_JOBS } from '#contract/jobs.ts';
import { verifyTrail } from '#server/audit/verify.ts';
import type { Database } from '#server/db/database.ts';
import { clearStrays, namedAmong } from '#server/rules/receive/strays.ts';
import type { News, ServerContext } from '#server/rules/context.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { createVault } from '#server/vault.ts';
import type { Follower } from './follower.ts';
import type { SharedStore } from './store.ts';
import { jobsTakenTwice, witnessed } from './witness.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 100;
const NO_NEWS: News = { toUpload() {}, toMask() {}, endMask() {}, toTeam() {}, toMember() {}, toUser() {} };

export async function userIdOf(db: Database, email: string): Promise<number> {
  return (await db.read.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

async function teamIdOf(db: Database): Promise<number> {
  return (await db.read.selectFrom('team').select('id').where('slug', '=', 'north').executeTakeFirstOrThrow()).id;
}

/** Last number of the team's change log. */
export async function lastChange(db: Database): Promise<number> {
  return (await db.read.selectFrom('team').select('change_seq').where('slug', '=', 'north').executeTakeFirstOrThrow()).change_seq;
}

/** Waits until no job is left, but not forever. One of the jobs always waits for the next day. */
export async function idle(db: Database, atMostMs: number): Promise<string[]> {
  const limit = performance.now() + atMostMs;
  for (;;) {
    const open = db.read.selectFrom('job').select(['name', 'state']).where('state', 'in', ['queued', 'running']);
    const left = await open.where('name', 'not in', DAILY_JOBS).execute();
    if (left.length === 0) return [];
    if (performance.now() > limit) return left.map(({ name, state }) => `the job ${name} is still ${state}`);
    await pause(LOOK_EVERY_MS);
  }
}

interface Expected {
  session: string;
  /** SHA-256 → name of every file of the study. */
  files: ReadonlyMap<string, string>;
  /** Last number of the change log before the upload. */
  since: number;
  followers: readonly Follower[];
}

/** What is wrong in the store once everything is quiet. */
export async function checkStore(store: SharedStore, expected: Expected): Promise<string[]> {
  const found = await Promise.all([
    checkFiles(store, expected),
    checkSeries(store, expected),
    checkChanges(store, expected),
    checkJobs(store),
    checkTrail(store),
  ]);
  // Last, because it removes what is not named.
  return [...found.flat(), ...(await checkObjects(store))];
}

/** Each file is there once, was verified once, and its bytes in the store are those that were sent. */
async function checkFiles({ db, objects }: SharedStore, { session, files }: Expected): Promise<string[]> {
  const rows = await db.read
    .selectFrom('file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .select(['file.id', 'file.sha256', 'file.size', 'file.proved'])
    .where('upload.session', '=', session)
    .execute();
  const verified = await witnessed(db.read, 'verified');
  const problems = await Promise.all(
    rows.map(async ({ id, sha256, size, proved }) => {
      const name = files.get(sha256);
      if (name === undefined) return [`file ${id} was never sent`];
      const times = verified.get(id) ?? 0;
      const pieces = await db.read.selectFrom('piece').selectAll().where('file_id', '=', id).orderBy('file_offset').execute();
      const bytes = await Promise.all(pieces.map((piece) => objects.read(piece.object_key, piece.object_offset, piece.length)));
      const stored = Buffer.concat(bytes);
      return [
        ...(proved === 1 && times === 1 ? [] : [`${name} was verified ${times} times`]),
        ...(stored.length === size && createHash('sha256').update(stored).digest('hex') === sha256
          ? []
          : [`${name} has other bytes in the store`]),
      ];
    }),
  );
  const held = rows.map(({ sha256 }) => sha256);
  const missing = [...files].filter(([sha256]) => held.filter((one) => one === sha256).length !== 1);
  return [...problems.flat(), ...missing.map(([, name]) => `${name} is not there once`)];
}

/** Each series was converted once: one change of its state, and one set of volumes. */
async function checkSeries({ db, objects }: SharedStore, { session }: Expected): Promise<string[]> {
  const rows = await db.read
    .selectFrom('series')
    .innerJoin('upload', 'upload.id', 'series.upload_id')
    .select(['series.id', 'series.state', 'series.message', 'upload.state as upload_state'])
    .where('upload.session', '=', session)
    .execute();
  const [converted, made] = await Promise.all([witnessed(db.read, 'converted'), witnessed(db.read, 'volume')]);
  const problems = await Promise.all(
    rows.map(async ({ id, state, message, upload_state }) => {
      const volumes = await db.read.selectFrom('volume').select(['object_key', 'sha256', 'size']).where('series_id', '=', id).execute();
      const hashes = await Promise.all(
        volumes.map(async ({ object_key, size }) =>
          createHash('sha256')
            .update(await objects.read(object_key, 0, size))
            .digest('hex'),
        ),
      );
      return [
        ...(upload_state === 'finished' ? [] : [`the upload is ${upload_state}`]),
        ...(state === 'converted' ? [] : [`series ${id} is ${state}: ${message}`]),
        ...(converted.get(id) === 1 ? [] : [`series ${id} was converted ${converted.get(id) ?? 0} times`]),
        ...(volumes.length === 1 && made.get(id) === 1 ? [] : [`series ${id} has ${volumes.length} volumes of ${made.get(id) ?? 0} made`]),
        ...(volumes.every(({ sha256 }, index) => sha256 === hashes[index])
          ? []
          : [`a volume of series ${id} has other bytes in the store`]),
      ];
    }),
  );
  return [...(rows.length === 0 ? ['no series was registered'] : []), ...problems.flat()];
}

/** Numbers without gaps, and every follower was told of each change once, in order. */
async function checkChanges({ db }: SharedStore, { since, followers }: Expected): Promise<string[]> {
  const teamId = await teamIdOf(db);
  const last = await lastChange(db);
  const rows = await db.read
    .selectFrom('change')
    .select(['seq', 'kind', 'ref'])
    .where('team_id', '=', teamId)
    .where('seq', '>', since)
    .orderBy('seq')
    .execute();
  const problems = rows.flatMap(({ seq }, index) => (seq === since + index + 1 ? [] : [`change ${since + index + 1} is ${seq}`]));
  if (rows.length !== last - since) problems.push(`${rows.length} changes have the numbers from ${since + 1} to ${last}`);
  const told = followers.flatMap((follower, server) => [
    ...follower.problems.map((what) => `through server ${server}: ${what}`),
    ...(JSON.stringify(follower.seen) === JSON.stringify(rows)
      ? []
      : [`server ${server} told ${follower.seen.length} of ${rows.length} changes`]),
  ]);
  return [...problems, ...told];
}

async function checkJobs({ db }: SharedStore): Promise<string[]> {
  const failed = await db.read.selectFrom('job').select(['name', 'error']).where('state', 'in', ['failed', 'cancelled']).execute();
  const twice = await jobsTakenTwice(db.read);
  return [
    ...failed.map(({ name, error }) => `the job ${name} failed: ${error}`),
    ...(twice > 0 ? [`jobs were taken while they ran: ${twice}`] : []),
  ];
}

async function checkTrail({ db }: SharedStore): Promise<string[]> {
  const { broken } = await verifyTrail(db.read, { after: 0, most: Number.MAX_SAFE_INTEGER });
  return broken === null ? [] : [`the audit trail is broken: ${JSON.stringify(broken)}`];
}

/**
 * An object is found by one sweep and removed by one a week later. A server that has just started sweeps as well, by the clock of today: what it does not
 * call unused yet, it forgets. So there are more sweeps than two.
 */
const SWEEPS_AT_DAYS = [1, 9, 17, 25];

/**
 * Every object is named by a row once the server has cleared what kills left behind, which it does a week later. That each named object is there
 * was checked with its bytes.
 */
async function checkObjects({ db, objects }: SharedStore): Promise<string[]> {
  const at = (days: number): ServerContext => ({
    db,
    objects,
    jobs: createJobQueue(db),
    news: NO_NEWS,
    vault: createVault(null),
    now: () => Date.now() + days * DAY_MS,
  });
  for (const days of SWEEPS_AT_DAYS) await clearStrays(at(days));
  const keys: string[] = [];
  for await (const { key } of objects.list('')) keys.push(key);
  const named = await namedAmong(db.read, keys);
  return keys.filter((key) => !named.has(key)).map((key) => `no row names the object ${key}`);
}
