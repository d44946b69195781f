import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Flow } from '#contract/flows.ts';
import { marked } from '#language/t.ts';
import type { Writer } from '#server/db/database.ts';
import type { FlowTable } from '#server/db/flow-tables.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { UNTOUCHED } from './advance-flow-job.ts';
import { cancelled } from './end-flow.ts';
import { flowsSeenBy, type StepRow } from './flow-rows.ts';
import { readFlow } from './flows.ts';
import { because } from './steps/step-run.ts';
import { wakeFlow } from './wake.ts';

type FlowRow = Selectable<FlowTable>;

/** PCALL-24-retry. Of a flow that has ended, the step and those after it run again; those before are not repeated. */
export function retryFlow(context: ServerContext, caller: Member, id: number, step: string): Promise<Flow> {
  return changeFlow(context, caller, id, async (tx, flow, steps) => {
    const from = steps.find((row) => row.step === step);
    if (from === undefined) throw new Refusal('invalid', { errors: { step: [marked('This flow has no such step.')] } });
    if (from.position > flow.position) throw new Refusal('invalid', { errors: { step: [marked('This step has not begun yet.')] } });
    const isRunning = from.position === flow.position && flow.open_key !== null && flow.state !== 'failed';
    if (isRunning) return false;
    await restart(tx, flow, steps.slice(from.position), context.now());
    return true;
  });
}

/** PCALL-199. */
export async function retryFlows(context: ServerContext, caller: Member, ids: readonly number[]): Promise<{ retried: number }> {
  const { db, jobs, news } = context;
  const now = context.now();
  const { retried, seq } = await db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const failed = await (
      await flowsSeenBy(tx, caller)
    )
      .selectAll('flow')
      .where('flow.id', 'in', [...ids])
      .where('flow.state', '=', 'failed')
      .orderBy('flow.id')
      .execute();
    let last: number | null = null;
    for (const flow of failed) {
      await restart(tx, flow, (await stepsOf(tx, flow.id)).slice(flow.position), now);
      last = await note(tx, caller, flow.id, now);
    }
    return { retried: failed.length, seq: last };
  });
  if (seq !== null) {
    jobs.wake();
    news.toTeam(caller.teamId, 'change', { seq });
  }
  return { retried };
}

/** PCALL-197. A task that was asked for stays: it is cancelled where tasks are. */
export function skipFlowStep(context: ServerContext, caller: Member, id: number, wanted: { step: string; reason: string }): Promise<Flow> {
  return changeFlow(context, caller, id, async (tx, flow, steps) => {
    const row = steps[flow.position];
    if (flow.open_key === null || row?.step !== wanted.step) return false;
    const now = context.now();
    const { name } = await tx.selectFrom('user').select('name').where('id', '=', caller.userId).executeTakeFirstOrThrow();
    await tx
      .updateTable('flow_step')
      .set({ state: 'skipped', results: '["skipped"]', reason: JSON.stringify(because('skipped_by', name, wanted.reason)), ended_at: now })
      .where('id', '=', row.id)
      .execute();
    const position = flow.position + 1;
    const isLast = position === steps.length;
    await tx
      .updateTable('flow')
      .set({ position, ...(isLast ? { state: 'done', open_key: null, ended_at: now } : { state: 'running' }), updated_at: now })
      .where('id', '=', id)
      .execute();
    if (!isLast) await wakeFlow(tx, { id, teamId: caller.teamId, now });
    return true;
  });
}

/** PCALL-198. */
export function cancelFlow(context: ServerContext, caller: Member, id: number): Promise<Flow> {
  return changeFlow(context, caller, id, async (tx, flow) => {
    if (flow.open_key === null) return false;
    await tx.updateTable('flow').set(cancelled(context.now())).where('id', '=', id).execute();
    return true;
  });
}

/** The change, with the team locked. The flow is read after the commit. */
async function changeFlow(
  context: ServerContext,
  caller: Member,
  id: number,
  change: (tx: Writer, flow: FlowRow, steps: StepRow[]) => Promise<boolean>,
): Promise<Flow> {
  const { db, jobs, news, now } = context;
  const seq = await db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const flow = await (await flowsSeenBy(tx, caller)).selectAll('flow').where('flow.id', '=', id).executeTakeFirst();
    if (flow === undefined) throw new Refusal('not_found');
    const isChanged = await change(tx, flow, await stepsOf(tx, id));
    return isChanged ? note(tx, caller, id, now()) : null;
  });
  if (seq !== null) {
    jobs.wake();
    news.toTeam(caller.teamId, 'change', { seq });
  }
  return readFlow(db.read, caller, id);
}

const note = (tx: Writer, { teamId }: Member, id: number, now: number) => appendChange(tx, { teamId, kind: 'flow', ref: String(id), now });

const stepsOf = (tx: Writer, id: number) => tx.selectFrom('flow_step').selectAll().where('flow_id', '=', id).orderBy('position').execute();

/** `conflict`: the pipeline already runs over the study again. */
async function restart(tx: Writer, flow: FlowRow, steps: readonly StepRow[], now: number): Promise<void> {
  const open_key = `${flow.pipeline_id} ${flow.study_id}`;
  const other = await tx.selectFrom('flow').select('id').where('open_key', '=', open_key).where('id', '<>', flow.id).executeTakeFirst();
  const gone = await tx.selectFrom('pipeline').select('deleted_at').where('id', '=', flow.pipeline_id).executeTakeFirstOrThrow();
  if (other !== undefined || gone.deleted_at !== null) throw new Refusal('conflict');
  for (const { id } of steps)
    await tx
      .updateTable('flow_step')
      .set({ ...UNTOUCHED, uuid: randomUUID(), tries: 0 })
      .where('id', '=', id)
      .execute();
  await tx
    .updateTable('flow')
    .set({ state: 'running', position: steps[0]!.position, open_key, updated_at: now, ended_at: null })
    .where('id', '=', flow.id)
    .execute();
  await wakeFlow(tx, { id: flow.id, teamId: flow.team_id, now });
}
