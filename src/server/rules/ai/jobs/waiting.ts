import { randomUUID } from 'node:crypto';
import type { JobWait } from '#contract/ai/trainings.ts';
import type { WorkerKind } from '#contract/ai/workers.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';

/** [Note: AI jobs]: see the states in src/server/db/ai-tables.ts. Rows of their own, because they may wait for days, are done by workers from outside, and are displayed. */

export interface NewJob {
  teamId: number;
  kind: WorkerKind;
  needs: string;
  trainingId?: number;
  inferId?: number;
  batchId?: number | null;
  /** Nobody waits for it. */
  isLow?: boolean;
  now: number;
}

/** A training or an inference has one job, which is queued again for a further run. */
export async function queueJob(
  tx: Writer,
  { teamId, kind, needs, trainingId, inferId, batchId = null, isLow = false, now }: NewJob,
): Promise<void> {
  const priority = isLow ? (1 as const) : (0 as const);
  const fresh = {
    needs,
    priority,
    tries: 0,
    state: 'queued' as const,
    worker_id: null,
    lease_until: null,
    ticket_hash: null,
    fraction: 0,
    message: '',
  };
  const times = { created_at: now, started_at: null, ended_at: null };
  const column = kind === 'train' ? 'training_id' : 'infer_id';
  await tx
    .insertInto('ai_job')
    .values({
      ...{
        uuid: randomUUID(),
        team_id: teamId,
        kind,
        training_id: trainingId ?? null,
        infer_id: inferId ?? null,
        batch_id: batchId,
        attempt: 0,
      },
      ...{ ...fresh, ...times },
    })
    .onConflict((conflict) => conflict.column(column).doUpdateSet({ ...fresh, ...times }))
    .execute();
}

/** Ends a job that has not ended. Whoever runs it is told at its next sign of life. */
export async function cancelJob(tx: Writer, of: { trainingId: number } | { inferId: number }, now: number): Promise<void> {
  const [column, id] = 'trainingId' in of ? (['training_id', of.trainingId] as const) : (['infer_id', of.inferId] as const);
  await tx
    .updateTable('ai_job')
    .set({ state: 'cancelled', lease_until: null, ticket_hash: null, ended_at: now })
    .where(column, '=', id)
    .where('state', 'in', ['queued', 'paused', 'running'])
    .execute();
}

/** Workers that have been seen lately, and may serve a team. */
export interface Serving {
  /** Null: every team. */
  teamId: number | null;
  engines: ReadonlySet<string>;
  kinds: ReadonlySet<string>;
}

/** A worker that polls is seen at least this often. */
export const LOST_AFTER_MS = LIMITS.workerLeaseMs * 2;

export async function servingNow(db: Reader, now: number): Promise<Serving[]> {
  const rows = await db
    .selectFrom('ai_worker')
    .leftJoin('ai_worker_key', 'ai_worker_key.id', 'ai_worker.key_id')
    .select(['ai_worker.engines', 'ai_worker.kinds', 'ai_worker_key.team_id', 'ai_worker_key.engines as allowed'])
    .where('ai_worker.last_seen', '>', now - LOST_AFTER_MS)
    .where('ai_worker.draining', '=', 0)
    .where('ai_worker_key.revoked_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    teamId: row.team_id,
    engines: new Set(servedBy(row.engines, row.allowed)),
    kinds: new Set(JSON.parse(row.kinds) as string[]),
  }));
}

/** What a worker offers and its key allows; a key without a list allows everything. */
export function servedBy(offered: string, allowed: string | null): string[] {
  const engines = JSON.parse(offered) as string[];
  const most = allowed === null ? [] : (JSON.parse(allowed) as string[]);
  return most.length === 0 ? engines : engines.filter((engine) => most.includes(engine));
}

export function canTake(serving: readonly Serving[], job: { team_id: number; needs: string; kind: string }): boolean {
  return serving.some(
    ({ teamId, engines, kinds }) => (teamId === null || teamId === job.team_id) && engines.has(job.needs) && kinds.has(job.kind),
  );
}

/** Why a job waits; null: it does not. */
export function waitOf(
  serving: readonly Serving[],
  job: { state: string; team_id: number; needs: string; kind: string } | undefined,
): JobWait | null {
  if (job?.state === 'paused') return 'paused';
  if (job?.state !== 'queued') return null;
  return canTake(serving, job) ? 'worker' : 'none';
}
