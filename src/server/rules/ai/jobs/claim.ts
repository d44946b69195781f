import type { Selectable } from 'kysely';
import type { WorkerKind } from '#contract/ai/workers.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { AiJobTable } from '#server/db/ai-tables.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { changeAi } from '#server/rules/ai/changes.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';
import { deleteFiles } from '#server/rules/ai/files.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { noteStart } from './job-ends.ts';
import { CHECKPOINT } from './job-parts.ts';

/** What a worker may take. */
export interface Taker {
  workerId: number;
  /** Null: every team. */
  teamId: number | null;
  engines: readonly string[];
  kinds: readonly WorkerKind[];
}

export type LeasedJob = Selectable<AiJobTable> & { /** In the addresses of its inputs. */ ticket: string };

/** Somebody else may take the same job first. */
const MOST_TRIES = 10;

/**
 * The job that the worker may take next, leased; null: there is none. Teams with the fewest running jobs come first, then jobs for which somebody waits, then the
 * oldest: so a batch of thousands keeps nobody waiting.
 */
export async function claimAiJob(context: ServerContext, taker: Taker): Promise<LeasedJob | null> {
  if (taker.engines.length === 0 || taker.kinds.length === 0) return null;
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const found = await nextJob(context.db.read, taker);
    if (found === null) return null;
    const ticket = randomToken();
    const now = context.now();
    const claimed = await changeAi(context, found.team_id, async (tx, note) => {
      const job = await lease(tx, found, { workerId: taker.workerId, ticket, now });
      if (job === undefined) return null;
      await noteStart(tx, job, note, now);
      return { job, unused: job.attempt === 1 ? [] : await dropOutputs(tx, job.id) };
    });
    if (claimed === null) continue;
    await removeUnusedObjects(context, claimed.unused);
    return { ...claimed.job, ticket };
  }
  return null;
}

/** What an earlier attempt has handed in is not mixed with what this one does. Only a checkpoint goes on. */
async function dropOutputs(tx: Writer, jobId: number): Promise<string[]> {
  const dropped = await tx
    .deleteFrom('ai_output')
    .where('job_id', '=', jobId)
    .where('name', '!=', CHECKPOINT)
    .returning('file_id')
    .execute();
  return deleteFiles(
    tx,
    dropped.map(({ file_id }) => file_id),
  );
}

async function nextJob(db: Reader, taker: Taker): Promise<{ id: number; team_id: number; attempt: number } | null> {
  for (const teamId of taker.teamId === null ? await teamsInTurn(db) : [taker.teamId]) {
    const found = await Promise.all(taker.engines.map((needs) => firstOf(db, { teamId, needs, kinds: taker.kinds })));
    const [first] = found.filter((job) => job !== undefined).toSorted((a, b) => a.priority - b.priority || a.id - b.id);
    if (first !== undefined) return first;
  }
  return null;
}

async function teamsInTurn(db: Reader): Promise<number[]> {
  const teams = await db
    .selectFrom('team')
    .select((eb) => [
      'team.id',
      eb
        .selectFrom('ai_job')
        .whereRef('ai_job.team_id', '=', 'team.id')
        .where('ai_job.state', '=', 'running')
        .select((on) => on.fn.countAll<number>().as('n'))
        .as('running'),
    ])
    .where((eb) =>
      eb.exists(
        eb.selectFrom('ai_job').select('ai_job.id').whereRef('ai_job.team_id', '=', 'team.id').where('ai_job.state', '=', 'queued'),
      ),
    )
    .execute();
  return teams.toSorted((a, b) => Number(a.running) - Number(b.running) || a.id - b.id).map(({ id }) => id);
}

function firstOf(db: Reader, { teamId, needs, kinds }: { teamId: number; needs: string; kinds: readonly WorkerKind[] }) {
  return db
    .selectFrom('ai_job')
    .select(['id', 'team_id', 'attempt', 'priority'])
    .where('state', '=', 'queued')
    .where('team_id', '=', teamId)
    .where('needs', '=', needs)
    .where('kind', 'in', [...kinds])
    .orderBy('priority')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Undefined: somebody else was faster. */
function lease(
  tx: Writer,
  { id, attempt }: { id: number; attempt: number },
  { workerId, ticket, now }: { workerId: number; ticket: string; now: number },
) {
  return tx
    .updateTable('ai_job')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      ...{ state: 'running' as const, attempt: attempt + 1, worker_id: workerId, lease_until: now + LIMITS.workerLeaseMs },
      ...{ ticket_hash: tokenToHash(ticket), fraction: 0, message: '', started_at: now },
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempt', '=', attempt)
    .returningAll()
    .executeTakeFirst();
}
