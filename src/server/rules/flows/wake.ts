import type { Writer } from '#server/db/database.ts';
import { addJob } from '#server/rules/add-job.ts';

/**
 * [Note: How a flow goes on]
 *
 * A step that waits is asked again whenever something about its study changes: the change log is the one place that every such change passes. In the
 * transaction of the change, the job of each open flow is queued. If that job is running at this moment, it may have looked already: so `woken` grows, and
 * a job that finds it grown at its end queues itself again. The row of the job is locked before that of the flow, as the job does it.
 */
export async function wakeFlows(tx: Writer, { teamId, kind, ref, now }: { teamId: number; kind: string; ref: string; now: number }) {
  const studies = studiesOfChange(tx, teamId, kind, ref);
  if (studies === null) return;
  const open = await tx
    .selectFrom('flow')
    .select('flow.id')
    .where('flow.team_id', '=', teamId)
    .where('flow.open_key', 'is not', null)
    .where('flow.study_id', 'in', studies as never)
    .orderBy('flow.id')
    .execute();
  for (const { id } of open) await wakeFlow(tx, { id, teamId, now });
}

/** Its next look sees what this transaction changes. */
export async function wakeFlow(tx: Writer, { id, teamId, now }: { id: number; teamId: number; now: number }): Promise<void> {
  await queueFlow(tx, { id, teamId, now });
  await tx
    .updateTable('flow')
    .set((eb) => ({ woken: eb('woken', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** `runAt`: a look at a later time, beside the next one. */
export function queueFlow(tx: Writer, { id, teamId, now, runAt }: { id: number; teamId: number; now: number; runAt?: number }) {
  const key = runAt === undefined ? jobOfFlow(id) : `${jobOfFlow(id)}-at-${runAt}`;
  return addJob(tx, { name: 'advance-flow', payload: { flow: id }, teamId, uniqueKey: key, ...(runAt !== undefined && { runAt }) }, now);
}

/** The unique key of its job. */
export const jobOfFlow = (id: number): string => `flow-${id}`;

/** The studies that a change is about; null: none that a step could wait for. */
function studiesOfChange(tx: Writer, teamId: number, kind: string, ref: string) {
  if (kind === 'study' || kind === 'finding' || kind === 'registration')
    return tx.selectFrom('study').select('study.id').where('study.uuid', '=', ref);
  // A batch is named by its UUID; each of its inferences is named when it ends.
  if (kind === 'infer' && /^\d+$/.test(ref))
    return tx.selectFrom('infer').select('infer.study_id as id').where('infer.id', '=', Number(ref));
  if (kind !== 'task') return null;
  return tx
    .selectFrom('task')
    .select('task.study_id as id')
    .where('task.team_id', '=', teamId)
    .where((eb) => eb.or([eb('task.uuid', '=', ref), eb('task.assignment', '=', ref)]));
}
