import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { FlowState, FlowStepState } from '#contract/flows.ts';
import type { PipelineStep, StepResult } from '#contract/pipelines.ts';
import { FINDING_SEVERITIES, type FindingSeverity } from '#contract/quality.ts';
import { holds, type ConditionFacts } from '#model/pipelines/conditions.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { FlowTable } from '#server/db/flow-tables.ts';
import type { StudyTable } from '#server/db/schema.ts';
import type { WrittenMaskReader } from '#server/label-maps/written-mask.ts';
import { JobPostponed, type JobEffect, type JobHandler } from '#server/jobs/job-handler.ts';
import { noteJobProgress } from '#server/rules/add-job.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { definitionOf } from '#server/rules/pipelines/versions.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { hasFinding } from '#server/rules/quality/has-finding.ts';
import { findMember, lockTeam } from '#server/rules/teams/membership.ts';
import { cancelled } from './end-flow.ts';
import { linksOf, resultsOf, type StepRow } from './flow-rows.ts';
import { createStepRunner } from './steps/steps.ts';
import { because, type StepOutcome } from './steps/step-run.ts';
import { jobOfFlow, queueFlow } from './wake.ts';

type FlowRow = Selectable<FlowTable>;

interface Here {
  flow: FlowRow;
  step: PipelineStep;
  row: StepRow;
  rows: readonly StepRow[];
}

const Payload = z.object({ flow: z.number().int() });
const idOf = (payload: unknown): number => Payload.parse(payload).flow;
const NOTHING: JobEffect = { effect: () => Promise.resolve() };

/**
 * `advance-flow`: takes a flow from step to step until one waits, fails for good, or none is left.
 *
 * Each step is looked at, does what it is for, and its outcome is stored in a transaction of its own, which counts only if the flow is still at this attempt of
 * this step. Steps themselves have an effect once [StepRun]. So a kill at any point, and a second server, change nothing.
 */
export function createAdvanceFlowHandler(context: ServerContext, reader: WrittenMaskReader): JobHandler {
  const runStep = createStepRunner(reader);
  return {
    async run(job) {
      const id = idOf(job.payload);
      const seen = await wokenOf(context.db.read, id);
      if (seen === null) return NOTHING;
      let isMoving = true;
      while (isMoving) {
        job.signal.throwIfAborted();
        isMoving = await advance(context, runStep, id);
      }
      return {
        // [Note: How a flow goes on]
        async effect(tx) {
          const flow = await tx.selectFrom('flow').select(['woken', 'team_id']).where('id', '=', id).executeTakeFirst();
          if (flow !== undefined && flow.woken !== seen) await queueFlow(tx, { id, teamId: flow.team_id, now: context.now() });
        },
      };
    },

    gaveUp(payload) {
      const id = idOf(payload);
      return {
        effect: () => Promise.resolve(),
        async committed() {
          const here = await hereOf(context.db.read, id);
          if (here !== null) await record(context, here, { is: 'failed', reason: because('broke') });
        },
      };
    },
  };
}

async function wokenOf(db: Reader, id: number): Promise<number | null> {
  const flow = await db.selectFrom('flow').select(['woken', 'open_key']).where('id', '=', id).executeTakeFirst();
  return flow === undefined || flow.open_key === null ? null : flow.woken;
}

/** Whether the flow has moved and there may be more to do. */
async function advance(context: ServerContext, runStep: ReturnType<typeof createStepRunner>, id: number): Promise<boolean> {
  const here = await hereOf(context.db.read, id);
  if (here === null || here.row.state === 'failed') return false;
  const { flow, step, row } = here;
  const study = await studiesOfTeam(context.db.read, flow.team_id)
    .selectAll('study')
    .where('study.id', '=', flow.study_id)
    .executeTakeFirst();
  if (study === undefined) return cancel(context, flow);
  if (row.state === 'not_started') return start(context, here, study);
  const author = await authorOf(context.db.read, flow);
  if (author === null) return record(context, here, { is: 'failed', reason: because('author_gone') });
  const pipeline = await context.db.read.selectFrom('pipeline').select('name').where('id', '=', flow.pipeline_id).executeTakeFirstOrThrow();
  const links = new Map(here.rows.map((each) => [each.step, linksOf(each)]));
  return record(context, here, await outcomeOf(() => runStep({ context, author, study, step, row, pipeline: pipeline.name, links })));
}

async function outcomeOf(run: () => Promise<StepOutcome>): Promise<StepOutcome> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { is: 'failed', reason: error.code === 'not_found' ? because('gone') : because('refused', error.code) };
  }
}

/** Null: it has ended. */
async function hereOf(db: Reader, id: number): Promise<Here | null> {
  const flow = await db.selectFrom('flow').selectAll().where('id', '=', id).where('open_key', 'is not', null).executeTakeFirst();
  if (flow === undefined) return null;
  const version = await db.selectFrom('pipeline_version').select('definition').where('id', '=', flow.version_id).executeTakeFirstOrThrow();
  const rows = await db.selectFrom('flow_step').selectAll().where('flow_id', '=', id).orderBy('position').execute();
  const step = definitionOf(version).steps[flow.position];
  const row = rows[flow.position];
  return step === undefined || row === undefined ? null : { flow, step, row, rows };
}

/** The member whose rights the flow has: whoever saved the version. Null: not in the team any more. */
async function authorOf(db: Reader, flow: FlowRow): Promise<Member | null> {
  const found = await db
    .selectFrom('pipeline_version')
    .innerJoin('team', (join) => join.on('team.id', '=', flow.team_id))
    .select(['pipeline_version.author_id', 'team.slug'])
    .where('pipeline_version.id', '=', flow.version_id)
    .executeTakeFirstOrThrow();
  if (found.author_id === null) return null;
  try {
    return await findMember(db, { userId: found.author_id, signInId: 0 }, found.slug);
  } catch (error) {
    // The team is suspended: its flows wait, as everything of it does.
    throw error instanceof Refusal ? new JobPostponed(error.code) : error;
  }
}

async function start(context: ServerContext, here: Here, study: Selectable<StudyTable>): Promise<boolean> {
  const { when } = here.step;
  // Most steps have no conditions, and need no facts.
  const isWanted = when === undefined || holds(when, await factsOf(context.db.read, here.rows, study));
  if (!isWanted) return store(context, here, { state: 'skipped', reason: because('condition'), results: ['skipped'] });
  return store(context, here, { state: 'running', reason: null, results: [] });
}

async function factsOf(db: Reader, rows: readonly StepRow[], study: Selectable<StudyTable>): Promise<ConditionFacts> {
  const series = await db.selectFrom('series').select('acquisition_code').distinct().where('study_id', '=', study.id).execute();
  const labels = await db.selectFrom('study_label').select('label_id').where('study_id', '=', study.id).execute();
  return {
    ...{ modality: study.modality, bodyPart: study.body_part },
    acquisitions: new Set(series.flatMap(({ acquisition_code: code }) => code ?? [])),
    labels: new Set(labels.map(({ label_id }) => label_id)),
    finding: await worstFinding(db, study.id),
    results: new Map(rows.map((row) => [row.step, resultsOf(row)])),
  };
}

async function worstFinding(db: Reader, studyId: number): Promise<FindingSeverity | null> {
  for (const severity of FINDING_SEVERITIES.toReversed()) if (await hasFinding(db, studyId, 'any', severity)) return severity;
  return null;
}

function record(context: ServerContext, here: Here, outcome: StepOutcome): Promise<boolean> {
  const { step, row } = here;
  if (outcome.is === 'waiting') {
    const { state, reason, links, until } = outcome;
    return store(context, here, { state, reason, results: [], links, until });
  }
  if (outcome.is === 'done') {
    const { reason = null, results = [], links } = outcome;
    return store(context, here, { state: 'done', reason, results: ['done', ...results], links });
  }
  const { tries = 1, next = 'stop' } = step.fails ?? {};
  if (row.tries < tries) return again(context, here);
  return store(context, here, { state: 'failed', reason: outcome.reason, results: ['failed'], goesOn: next === 'continue' });
}

interface Next {
  state: FlowStepState;
  reason: StepOutcomeReason;
  results: StepResult[];
  links?: unknown[] | undefined;
  until?: number | undefined;
  /** A failed step that the flow leaves behind. */
  goesOn?: boolean;
}
type StepOutcomeReason = ReturnType<typeof because> | null;

const IS_PASSED: readonly FlowStepState[] = ['done', 'skipped'];

/** The state of the step and of its flow. False if nothing changed: the flow waits, or has been moved by somebody else. */
async function store(context: ServerContext, here: Here, next: Next): Promise<boolean> {
  const { row, rows } = here;
  const now = context.now();
  const isEnd = IS_PASSED.includes(next.state) || next.state === 'failed';
  const isPassed = IS_PASSED.includes(next.state) || next.goesOn === true;
  const reason = next.reason === null ? null : JSON.stringify(next.reason);
  const isSame = row.state === next.state && row.reason === reason;
  if (isSame) return false;
  return moveFlow(context, here, async (tx) => {
    await tx
      .updateTable('flow_step')
      .set({
        ...{ state: next.state, reason, results: JSON.stringify(next.results) },
        ...(next.links !== undefined && { links: JSON.stringify(next.links) }),
        ...(row.state === 'not_started' && { started_at: now, tries: next.state === 'skipped' ? row.tries : row.tries + 1 }),
        ended_at: isEnd ? now : null,
      })
      .where('id', '=', row.id)
      .execute();
    if (next.until !== undefined) await queueFlow(tx, { id: here.flow.id, teamId: here.flow.team_id, now, runAt: next.until });
    if (!isPassed) return { state: flowStateOf(next.state) };
    const position = row.position + 1;
    return position === rows.length ? { position, state: 'done', open_key: null, ended_at: now } : { position, state: 'running' };
  });
}

function flowStateOf(state: FlowStepState): FlowState {
  return state === 'waits_data' || state === 'waits_person' || state === 'failed' ? state : 'running';
}

/** The next attempt of a step that failed: what it makes is new. */
function again(context: ServerContext, here: Here): Promise<boolean> {
  const { row } = here;
  return moveFlow(context, here, async (tx) => {
    await tx
      .updateTable('flow_step')
      .set({ ...UNTOUCHED, uuid: randomUUID(), tries: row.tries })
      .where('id', '=', row.id)
      .execute();
    return { state: 'running' };
  });
}

export const UNTOUCHED = { state: 'not_started' as const, reason: null, results: '[]', links: '[]', started_at: null, ended_at: null };

/** With the team locked before the flow. Only if the flow is still at this attempt of this step, and is open. */
async function moveFlow(context: ServerContext, { flow, row }: Here, change: (tx: Writer) => Promise<Partial<FlowRow>>): Promise<boolean> {
  const now = context.now();
  const seq = await context.db.write(async (tx) => {
    await lockTeam(tx, flow.team_id);
    const current = await tx
      .selectFrom('flow')
      .innerJoin('flow_step', (join) => join.onRef('flow_step.flow_id', '=', 'flow.id').onRef('flow_step.position', '=', 'flow.position'))
      .select(['flow_step.uuid', 'flow_step.state'])
      .where('flow.id', '=', flow.id)
      .where('flow.open_key', 'is not', null)
      .executeTakeFirst();
    if (current?.uuid !== row.uuid || current.state !== row.state) return null;
    const set = await change(tx);
    await noteJobProgress(tx, jobOfFlow(flow.id));
    await tx
      .updateTable('flow')
      .set({ ...set, updated_at: now })
      .where('id', '=', flow.id)
      .execute();
    return appendChange(tx, { teamId: flow.team_id, kind: 'flow', ref: String(flow.id), now });
  });
  if (seq === null) return false;
  context.news.toTeam(flow.team_id, 'change', { seq });
  return true;
}

/** Its study was deleted. */
async function cancel(context: ServerContext, flow: FlowRow): Promise<false> {
  const now = context.now();
  const seq = await context.db.write(async (tx) => {
    await lockTeam(tx, flow.team_id);
    await tx.updateTable('flow').set(cancelled(now)).where('id', '=', flow.id).where('open_key', 'is not', null).execute();
    return appendChange(tx, { teamId: flow.team_id, kind: 'flow', ref: String(flow.id), now });
  });
  context.news.toTeam(flow.team_id, 'change', { seq });
  return false;
}
