import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { dateToWire } from '#contract/dates.ts';
import type { AiWorker, ClaimedJob, NewWorkerKey, Registration, WorkerKey, WorkerKind, WorkerOverview } from '#contract/ai/workers.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Reader } from '#server/db/database.ts';
import { changeAi } from '#server/rules/ai/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';
import { claimAiJob, type LeasedJob } from './jobs/claim.ts';
import { endSilent, giveUp } from './jobs/job-ends.ts';
import { partsOfJob } from './jobs/job-parts.ts';
import { canTake, LOST_AFTER_MS, servedBy, servingNow } from './jobs/waiting.ts';

/** [Note: Keys of workers] A key belongs to one team: its workers take jobs of that team, and read and write only what these jobs name. Only its hash is stored. */
const PREFIX = 'wk_';
const DAY_MS = 86_400_000;

export const isWorkerKey = (token: string | undefined): token is string => token?.startsWith(PREFIX) === true;

/** Who calls with a key. */
export interface WorkerCaller {
  keyId: number;
  /** Null: every team. */
  teamId: number | null;
  teamSlug: string | null;
}

/** Null: the key is not known, or was revoked, or its team is suspended. */
export async function workerOfKey(db: Reader, token: string): Promise<WorkerCaller | null> {
  const key = await db
    .selectFrom('ai_worker_key')
    .leftJoin('team', 'team.id', 'ai_worker_key.team_id')
    .select(['ai_worker_key.id', 'team.id as team_id', 'team.slug'])
    .where('ai_worker_key.secret_hash', '=', tokenToHash(token))
    .where('ai_worker_key.revoked_at', 'is', null)
    .where('team.suspended_at', 'is', null)
    .executeTakeFirst();
  return key === undefined ? null : { keyId: key.id, teamId: key.team_id, teamSlug: key.slug };
}

/** PCALL-165. The same UUID again is refused, because the secret cannot be shown again. */
export async function createWorkerKey(
  context: ServerContext,
  caller: Member,
  { uuid, name, engines }: z.infer<typeof NewWorkerKey>,
): Promise<{ key: WorkerKey; secret: string }> {
  const secret = `${PREFIX}${randomToken()}`;
  const id = await changeAi(context, caller.teamId, async (tx, note) => {
    const known = await tx.selectFrom('ai_worker_key').select('id').where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) throw new Refusal('conflict');
    const valid = await tx
      .selectFrom('ai_worker_key')
      .select('id')
      .where('team_id', '=', caller.teamId)
      .where('revoked_at', 'is', null)
      .execute();
    if (valid.length >= LIMITS.workerKeysPerTeam)
      throw new Refusal('too_many', { limit: { name: 'workerKeysPerTeam', max: LIMITS.workerKeysPerTeam } });
    const made = await tx
      .insertInto('ai_worker_key')
      .values({
        ...{ uuid, name, secret_hash: tokenToHash(secret), engines: JSON.stringify(engines), team_id: caller.teamId },
        ...{ created_by: caller.userId, created_at: context.now(), revoked_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note('worker', made.id);
    return made.id;
  });
  const [key] = await keysOf(context.db.read, caller.teamId, id);
  return { key: key!, secret };
}

const LOCAL = 'on the machine of the server';

/** For the worker that the server starts on its own machine: it serves every team, and ends with the next start. */
export async function createLocalKey({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<string> {
  const secret = `${PREFIX}${randomToken()}`;
  await db.write(async (tx) => {
    await tx.deleteFrom('ai_worker_key').where('team_id', 'is', null).where('name', '=', LOCAL).execute();
    const key = { uuid: randomUUID(), name: LOCAL, secret_hash: tokenToHash(secret), engines: '[]', team_id: null };
    await tx
      .insertInto('ai_worker_key')
      .values({ ...key, created_by: null, created_at: now(), revoked_at: null })
      .execute();
  });
  return secret;
}

/** PCALL-166. What its workers do goes back to the queue. */
export async function revokeWorkerKey(context: ServerContext, caller: Member, id: number): Promise<WorkerKey> {
  const now = context.now();
  await changeAi(context, caller.teamId, async (tx, note) => {
    const key = await tx
      .selectFrom('ai_worker_key')
      .select('revoked_at')
      .where('id', '=', id)
      .where('team_id', '=', caller.teamId)
      .executeTakeFirst();
    if (key === undefined) throw new Refusal('not_found');
    if (key.revoked_at !== null) return;
    await tx.updateTable('ai_worker_key').set({ revoked_at: now }).where('id', '=', id).execute();
    const jobs = await tx
      .selectFrom('ai_job')
      .innerJoin('ai_worker', 'ai_worker.id', 'ai_job.worker_id')
      .selectAll('ai_job')
      .where('ai_worker.key_id', '=', id)
      .where('ai_job.state', '=', 'running')
      .execute();
    for (const job of jobs) await giveUp(tx, job, { reason: 'lost', again: true, note, now });
    await tx
      .updateTable('click_session')
      .set({ worker_id: null, lease_until: null, ticket_hash: null })
      .where('worker_id', 'in', (eb) => eb.selectFrom('ai_worker').select('id').where('key_id', '=', id))
      .execute();
    await note('worker', id);
  });
  const [key] = await keysOf(context.db.read, caller.teamId, id);
  return key!;
}

/** PCALL-167. */
export async function drainWorker(context: ServerContext, caller: Member, uuid: string, draining: boolean): Promise<AiWorker> {
  await changeAi(context, caller.teamId, async (tx, note) => {
    const worker = await tx
      .selectFrom('ai_worker')
      .innerJoin('ai_worker_key', 'ai_worker_key.id', 'ai_worker.key_id')
      .select('ai_worker.id')
      .where('ai_worker.uuid', '=', uuid)
      .where('ai_worker_key.team_id', '=', caller.teamId)
      .executeTakeFirst();
    if (worker === undefined) throw new Refusal('not_found');
    await tx
      .updateTable('ai_worker')
      .set({ draining: draining ? 1 : 0 })
      .where('id', '=', worker.id)
      .execute();
    await note('worker', worker.id);
  });
  const { workers } = await workerOverview(context, caller);
  return workers.find((each) => each.uuid === uuid)!;
}

/** PCALL-170. `keyId` null: a server of this database. */
export async function registerWorker(
  context: ServerContext,
  keyId: number | null,
  { name, device, memoryMb, engines, kinds }: Omit<z.infer<typeof Registration>, 'version'>,
): Promise<string> {
  const row = { device, memory_mb: memoryMb, engines: JSON.stringify(engines), kinds: JSON.stringify(kinds), last_seen: context.now() };
  return context.db.write(async (tx) => {
    const known = await tx
      .selectFrom('ai_worker')
      .select(['id', 'uuid'])
      .where('name', '=', name)
      .where('key_id', keyId === null ? 'is' : '=', keyId)
      .executeTakeFirst();
    if (known !== undefined) {
      await tx.updateTable('ai_worker').set(row).where('id', '=', known.id).execute();
      return known.uuid;
    }
    const uuid = randomUUID();
    await tx
      .insertInto('ai_worker')
      .values({ uuid, key_id: keyId, name, draining: 0, ...row })
      .execute();
    return uuid;
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** How often a worker that waits looks again: jobs are made by any server of the database. */
const LOOK_AGAIN_MS = 500;

/** PCALL-171: waits for a job. Null: there was none in that time. */
export async function claimFor(
  context: ServerContext,
  { keyId, worker: uuid, waitMs, left }: { keyId: number | null; worker: string; waitMs: number; left: AbortSignal },
): Promise<{ job: LeasedJob; parts: NonNullable<Awaited<ReturnType<typeof partsOfJob>>> } | null> {
  const until = Date.now() + waitMs;
  await endSilent(context);
  for (;;) {
    const worker = await seenWorker(context, keyId, uuid);
    if (!worker.isDraining) {
      const job = await claimAiJob(context, worker);
      if (job !== null) {
        const parts = await partsOfJob(context.db.read, job);
        if (parts !== null) return { job, parts };
        await endImpossible(context, job);
        continue;
      }
    }
    if (Date.now() >= until || left.aborted) return null;
    await pause(Math.min(LOOK_AGAIN_MS, Math.max(0, until - Date.now())));
  }
}

/** Its study was deleted meanwhile, it has no suitable series, or its version was withdrawn. */
async function endImpossible(context: ServerContext, job: LeasedJob): Promise<void> {
  const now = context.now();
  await changeAi(context, job.team_id, async (tx, note) => {
    await giveUp(tx, job, { reason: job.training_id === null ? 'no_series' : 'bad_input', again: false, note, now });
  });
}

export async function seenWorker(context: ServerContext, keyId: number | null, uuid: string) {
  const row = await context.db.read
    .selectFrom('ai_worker')
    .leftJoin('ai_worker_key', 'ai_worker_key.id', 'ai_worker.key_id')
    .select(['ai_worker.id', 'ai_worker.engines', 'ai_worker.kinds', 'ai_worker.draining', 'ai_worker.last_seen'])
    .select(['ai_worker_key.team_id', 'ai_worker_key.engines as allowed', 'ai_worker_key.revoked_at'])
    .where('ai_worker.uuid', '=', uuid)
    .where('ai_worker.key_id', keyId === null ? 'is' : '=', keyId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  if (row.revoked_at !== null) throw new Refusal('worker_key_ended');
  const now = context.now();
  // Not at each look: 50 workers that wait would write all the time.
  if (now - row.last_seen > LIMITS.workerLeaseMs / 6)
    await context.db.write((tx) => tx.updateTable('ai_worker').set({ last_seen: now }).where('id', '=', row.id).execute());
  return {
    workerId: row.id,
    teamId: row.team_id,
    engines: servedBy(row.engines, row.allowed),
    kinds: JSON.parse(row.kinds) as WorkerKind[],
    isDraining: row.draining === 1,
  };
}

/** As the protocol says it. `origin`: of this server, without a slash at the end. */
export async function claimedToWire(
  context: ServerContext,
  { job, parts }: NonNullable<Awaited<ReturnType<typeof claimFor>>>,
  origin: string,
): Promise<ClaimedJob> {
  const team = await context.db.read.selectFrom('team').select('slug').where('id', '=', job.team_id).executeTakeFirstOrThrow();
  return {
    ...{
      uuid: job.uuid,
      kind: job.kind,
      attempt: job.attempt,
      leaseSeconds: LIMITS.workerLeaseMs / 1_000,
      team: team.slug,
      spec: parts.spec,
    },
    inputs: parts.inputs.map(({ name, bytes, sha256 }) => ({
      ...{ name, bytes, sha256, url: `${origin}/api/ai-workers/inputs/${job.ticket}/${encodeURIComponent(name)}` },
    })),
  };
}

/** PCALL-164. Names of studies and trainings of other teams are not shown. */
export async function workerOverview({ db, now }: ServerContext, { teamId }: Member): Promise<WorkerOverview> {
  const at = now();
  const rows = await db.read
    .selectFrom('ai_worker')
    .leftJoin('ai_worker_key', 'ai_worker_key.id', 'ai_worker.key_id')
    .selectAll('ai_worker')
    .select(['ai_worker_key.revoked_at', 'ai_worker_key.team_id'])
    .where((eb) => eb.or([eb('ai_worker_key.team_id', 'is', null), eb('ai_worker_key.team_id', '=', teamId)]))
    .where((eb) => eb.or([eb('ai_worker_key.team_id', 'is not', null), eb('ai_worker.last_seen', '>', at - DAY_MS)]))
    .orderBy('ai_worker.name')
    .execute();
  const running = await db.read
    .selectFrom('ai_job')
    .selectAll()
    .where('state', '=', 'running')
    .where('worker_id', 'is not', null)
    .execute();
  const ended = await db.read
    .selectFrom('ai_job')
    .select(['worker_id', 'attempt'])
    .where('team_id', '=', teamId)
    .where('state', '=', 'done')
    .where('ended_at', '>', at - DAY_MS)
    .execute();
  const queued = await db.read
    .selectFrom('ai_job')
    .select((eb) => ['needs', 'kind', 'team_id', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('team_id', '=', teamId)
    .where('state', '=', 'queued')
    .groupBy(['needs', 'kind', 'team_id'])
    .execute();
  const serving = await servingNow(db.read, at);
  const titles = await titlesOf(
    db.read,
    running.filter((job) => job.team_id === teamId),
  );
  const stuck = queued.filter((job) => !canTake(serving, job));
  return {
    workers: rows.map((row) => {
      const jobs = running.filter(({ worker_id }) => worker_id === row.id);
      const own = jobs.find((job) => job.team_id === teamId);
      return {
        ...{
          uuid: row.uuid,
          name: row.name,
          built_in: row.team_id === null,
          device: row.device,
          memory_mb: row.memory_mb,
          key: row.key_id,
        },
        ...{ engines: JSON.parse(row.engines) as string[], kinds: JSON.parse(row.kinds) as WorkerKind[] },
        state: stateOf(row, jobs.length > 0, at),
        job:
          own === undefined
            ? null
            : {
                ...{ kind: own.kind, title: titles.get(own.id) ?? own.needs, fraction: own.fraction, message: own.message },
                ...{ training: own.training_id, infer: own.infer_id },
              },
        busy_elsewhere: jobs.length > 0 && own === undefined,
        last_seen: dateToWire(new Date(row.last_seen)),
        done_24h: ended.filter(({ worker_id }) => worker_id === row.id).length,
      };
    }),
    keys: await keysOf(db.read, teamId),
    waiting: queued.reduce((sum, { count }) => sum + Number(count), 0),
    oldest: queued.length === 0 ? null : dateToWire(new Date(Math.min(...queued.map(({ oldest }) => Number(oldest))))),
    running: running.filter((job) => job.team_id === teamId).length,
    done_24h: ended.length,
    first_try_24h: ended.filter(({ attempt }) => attempt === 1).length,
    stuck: stuck.map(({ needs, count, oldest }) => ({
      needs,
      count: Number(count),
      ends: dateToWire(new Date(Number(oldest) + LIMITS.jobWithoutWorkerMs)),
    })),
  };
}

/** Workers of every team that were seen within the last day, for the state of the installation. */
export async function seenWorkers(
  db: Reader,
  at: number,
): Promise<{ uuid: string; name: string; state: 'working' | 'idle' | 'draining' | 'lost'; last_seen: number; team: string | null }[]> {
  const rows = await db
    .selectFrom('ai_worker')
    .leftJoin('ai_worker_key', 'ai_worker_key.id', 'ai_worker.key_id')
    .leftJoin('team', 'team.id', 'ai_worker_key.team_id')
    .select(['ai_worker.id', 'ai_worker.uuid', 'ai_worker.name', 'ai_worker.draining', 'ai_worker.last_seen'])
    .select(['ai_worker_key.revoked_at', 'team.title'])
    .where('ai_worker.last_seen', '>', at - DAY_MS)
    .where('ai_worker_key.revoked_at', 'is', null)
    .orderBy('ai_worker.name')
    .orderBy('ai_worker.id')
    .execute();
  const running = await db.selectFrom('ai_job').select('worker_id').where('state', '=', 'running').execute();
  return rows.flatMap((row) => {
    const state = stateOf(
      row,
      running.some(({ worker_id }) => worker_id === row.id),
      at,
    );
    return state === 'revoked' ? [] : [{ uuid: row.uuid, name: row.name, state, last_seen: row.last_seen, team: row.title }];
  });
}

function stateOf(row: { revoked_at: number | null; draining: 0 | 1; last_seen: number }, isBusy: boolean, now: number): AiWorker['state'] {
  if (row.revoked_at !== null) return 'revoked';
  if (now - row.last_seen > LOST_AFTER_MS) return 'lost';
  if (row.draining === 1) return 'draining';
  return isBusy ? 'working' : 'idle';
}

/** Name of the model: a name of a patient has no place in a list of machines. */
async function titlesOf(
  db: Reader,
  jobs: readonly { id: number; training_id: number | null; infer_id: number | null }[],
): Promise<Map<number, string>> {
  if (jobs.length === 0) return new Map();
  const rows = await db
    .selectFrom('ai_job')
    .leftJoin('ai_training', 'ai_training.id', 'ai_job.training_id')
    .leftJoin('infer', 'infer.id', 'ai_job.infer_id')
    .leftJoin('ai_version', 'ai_version.id', 'infer.version_id')
    .leftJoin('ai_model', (join) => join.on((eb) => eb('ai_model.id', '=', eb.fn.coalesce('ai_training.model_id', 'ai_version.model_id'))))
    .select(['ai_job.id', 'ai_model.name', 'infer.model'])
    .where(
      'ai_job.id',
      'in',
      jobs.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ id, name, model }) => [id, name ?? model ?? '']));
}

async function keysOf(db: Reader, teamId: number, id?: number): Promise<WorkerKey[]> {
  const rows = await db
    .selectFrom('ai_worker_key')
    .innerJoin('team', 'team.id', 'ai_worker_key.team_id')
    .leftJoin('user', 'user.id', 'ai_worker_key.created_by')
    .selectAll('ai_worker_key')
    .select(['team.slug', 'team.title as team_name', 'user.name as user_name'])
    .where('team_id', '=', teamId)
    .$if(id !== undefined, (query) => query.where('ai_worker_key.id', '=', id!))
    .orderBy('ai_worker_key.id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, engines: JSON.parse(row.engines) as string[], teams: [{ slug: row.slug, name: row.team_name }] },
    ...{ created_by: row.user_name, created_at: dateToWire(new Date(row.created_at)) },
    revoked_at: row.revoked_at === null ? null : dateToWire(new Date(row.revoked_at)),
  }));
}
