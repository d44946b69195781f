import type { Selectable } from 'kysely';
import { z } from 'zod';
import { dateToWire } from '#contract/dates.ts';
import { FlowLink, FlowReason, type Flow, type FlowState, type FlowStep, type ListedFlow } from '#contract/flows.ts';
import { StepResult, type FlowCounts } from '#contract/pipelines.ts';
import type { Reader } from '#server/db/database.ts';
import type { FlowStepTable } from '#server/db/flow-tables.ts';
import { blindedStudyIds } from '#server/rules/campaigns/blinding.ts';
import type { Member } from '#server/rules/context.ts';
import { maySeeStudies, studiesOfTeam } from '#server/rules/studies/studies.ts';

export type StepRow = Selectable<FlowStepTable>;

/**
 * Flows of the team over studies that are not deleted. A blinded reader sees none of the study that is being read: what a model found there, or somebody
 * decided, is what the reader is to be compared with [Note: Blinded reads].
 */
export async function flowsSeenBy(db: Reader, caller: Pick<Member, 'teamId' | 'userId'>) {
  return studiesOfTeam(db, caller.teamId)
    .innerJoin('flow', 'flow.study_id', 'study.id')
    .innerJoin('pipeline', 'pipeline.id', 'flow.pipeline_id')
    .innerJoin('pipeline_version', 'pipeline_version.id', 'flow.version_id')
    .where('study.id', 'not in', blindedStudyIds(db, caller.userId));
}
export type FlowsSeen = Awaited<ReturnType<typeof flowsSeenBy>>;

export async function countFlows(found: FlowsSeen): Promise<FlowCounts> {
  const rows = await found
    .select((eb) => ['flow.state', eb.fn.countAll<number>().as('count')])
    .groupBy('flow.state')
    .execute();
  const countOf = (state: FlowState): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    ...{ running: countOf('running'), waits_data: countOf('waits_data'), waits_person: countOf('waits_person') },
    ...{ failed: countOf('failed'), done: countOf('done'), cancelled: countOf('cancelled') },
  };
}

export const withFacts = (found: FlowsSeen) =>
  found
    .leftJoin('user', 'user.id', 'flow.started_by')
    .selectAll('flow')
    .select(['pipeline.name', 'pipeline_version.number', 'study.uuid as study_uuid', 'study.patient_name', 'study.modality'])
    .select('user.name as user_name');
export type FlowRow = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

export async function toFlows(db: Reader, caller: Member, rows: readonly FlowRow[]): Promise<Flow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const steps = await db.selectFrom('flow_step').selectAll().where('flow_id', 'in', ids).orderBy('position').execute();
  const mayName = maySeeStudies(caller);
  return rows.map((row) => {
    const own = steps.filter(({ flow_id }) => flow_id === row.id).map(toStep);
    return {
      id: row.id,
      pipeline: { id: row.pipeline_id, name: row.name, version: row.number },
      study: { uuid: row.study_uuid, patientName: mayName ? row.patient_name : '', modality: row.modality },
      ...{ state: row.state, steps: own, position: row.position, reason: own[row.position]?.reason ?? null },
      started_by: row.user_name,
      created_at: dateToWire(new Date(row.created_at)),
      updated_at: dateToWire(new Date(row.updated_at)),
    };
  });
}

/** Of a list: steps are only marks there. */
export const toListed = (flow: Flow): ListedFlow => ({
  ...flow,
  steps: flow.steps.map(({ id, type, state }) => ({ id, type, state })),
});

function toStep(row: StepRow): FlowStep {
  return {
    ...{ id: row.step, type: row.type, state: row.state, reason: reasonOf(row), results: resultsOf(row), links: linksOf(row) },
    tries: row.tries,
    started_at: row.started_at === null ? null : dateToWire(new Date(row.started_at)),
    ended_at: row.ended_at === null ? null : dateToWire(new Date(row.ended_at)),
  };
}

export const reasonOf = ({ reason }: Pick<StepRow, 'reason'>): FlowReason | null =>
  reason === null ? null : FlowReason.parse(JSON.parse(reason));
export const resultsOf = ({ results }: Pick<StepRow, 'results'>): StepResult[] => z.array(StepResult).parse(JSON.parse(results));
export const linksOf = ({ links }: Pick<StepRow, 'links'>): FlowLink[] => z.array(FlowLink).parse(JSON.parse(links));
