import type { JobName } from '#contract/jobs.ts';
import type { Writer } from '#server/db/database.ts';
import type { JobQueue } from './context.ts';

const DEFAULT_TRIES = 3;

/**
 * A new row of the job table. A job with the same unique key that waits or runs stays as it is; one that has ended is queued again. Its row is locked until
 * the commit in either case, so that a job which is just ending ends after this transaction and can see what it wrote.
 */
export async function addJob(
  tx: Writer,
  { name, payload, teamId, groupKey, uniqueKey, priority = 0, maxTries = DEFAULT_TRIES, runAt }: NewJob,
  at: number,
): Promise<void> {
  const run_at = runAt ?? at;
  const turn = await nextTurn(tx, name, teamId ?? null);
  await tx
    .insertInto('job')
    .values({
      name,
      payload: JSON.stringify(payload),
      state: 'queued',
      group_key: groupKey ?? null,
      unique_key: uniqueKey ?? null,
      team_id: teamId ?? null,
      turn,
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
        .doUpdateSet({ state: 'queued', run_at, turn, tries: 0, progress: 0, error: null, updated_at: at })
        .where('job.state', 'in', ['done', 'failed', 'cancelled']),
    )
    .execute();
}

/**
 * For a job that stores its progress in several transactions: in each of them, so that interruptions count only if nothing was stored between
 * them. Otherwise a long job would pause longer after each restart of the server [Interruptions].
 */
export async function noteJobProgress(tx: Writer, uniqueKey: string): Promise<void> {
  await tx.updateTable('job').set({ tries: 1 }).where('unique_key', '=', uniqueKey).where('state', '=', 'running').execute();
}

type NewJob = Parameters<JobQueue['add']>[1];

/**
 * The turn of a new job: after the last one of its team that waits, and not before the turns that are waiting or running now. A team with a
 * thousand jobs does not keep another one waiting for all of them.
 */
async function nextTurn(tx: Writer, name: JobName, teamId: number | null): Promise<number> {
  const turnsOf = (state: 'queued' | 'running') =>
    tx.selectFrom('job').select('turn').where('name', '=', name).where('state', '=', state).limit(1);
  const ofTeam = turnsOf('queued')
    .where('team_id', teamId === null ? 'is' : '=', teamId)
    .orderBy('turn', 'desc');
  const { running, first, last } = await tx
    .selectNoFrom([
      turnsOf('running').orderBy('turn', 'desc').as('running'),
      turnsOf('queued').orderBy('priority', 'desc').orderBy('turn').as('first'),
      ofTeam.as('last'),
    ])
    .executeTakeFirstOrThrow();
  return Math.max(running ?? first ?? 0, last === null ? 0 : last + 1);
}
