import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { StartedFlows } from '#contract/flows.ts';
import type { PipelineDefinition } from '#contract/pipelines.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { blindedStudies } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requirePipeline } from '#server/rules/pipelines/pipelines.ts';
import { definitionOf } from '#server/rules/pipelines/versions.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { queueFlow } from './wake.ts';

interface NewFlow {
  teamId: number;
  studyId: number;
  pipelineId: number;
  version: { id: number; definition: PipelineDefinition };
  startKey: string;
  startedBy: number | null;
  now: number;
}

/**
 * In the transaction that makes a study, with the team locked: the pipeline that was chosen for it, and those that start for such a study. Each once, however
 * often the study is announced.
 */
export async function startFlowsOfNewStudy(
  tx: Writer,
  { teamId, studyId, now }: { teamId: number; studyId: number; now: number },
): Promise<void> {
  const study = await tx
    .selectFrom('study')
    .select(['modality', 'body_part', 'pipeline_code'])
    .where('id', '=', studyId)
    .executeTakeFirstOrThrow();
  for (const { id, code, version } of await newestVersions(tx, teamId)) {
    const { starts } = version.definition;
    const suits =
      starts !== null &&
      (starts.modality === '' || starts.modality === study.modality) &&
      (starts.body_part === '' || starts.body_part === study.body_part);
    if (!suits && code !== study.pipeline_code) continue;
    const startKey = `study ${studyId} ${id}`;
    const made = await insertFlow(tx, { ...{ teamId, studyId, pipelineId: id, version, startKey, startedBy: null, now } });
    if (made !== null) await appendChange(tx, { teamId, kind: 'flow', ref: String(made), now });
  }
}

/** PCALL-196. */
export async function startFlows(
  { db, jobs, news, now }: ServerContext,
  caller: Member,
  { request, pipeline: pipelineId, studies }: z.infer<typeof StartedFlows>,
): Promise<{ started: number; known: number }> {
  const { teamId, userId } = caller;
  const uuids = [...new Set(studies)];
  const { started, seq } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    await requirePipeline(tx, caller, pipelineId);
    const found = (await newestVersions(tx, teamId)).find(({ id }) => id === pipelineId);
    if (found === undefined) throw new Refusal('invalid', { errors: { pipeline: [marked('This pipeline has no steps yet.')] } });
    const blinded = await blindedStudies(tx, caller);
    const seen = await studiesOfTeam(tx, teamId).select('study.id').where('study.uuid', 'in', uuids).orderBy('study.id').execute();
    const allowed = seen.filter(({ id }) => !blinded.has(id));
    if (allowed.length < uuids.length) throw new Refusal('not_found');
    let count = 0;
    let last: number | null = null;
    for (const { id: studyId } of allowed) {
      const startKey = `request ${teamId} ${request} ${studyId}`;
      const made = await insertFlow(tx, {
        ...{ teamId, studyId, pipelineId, version: found.version, startKey, startedBy: userId, now: now() },
      });
      if (made === null) continue;
      count += 1;
      last = await appendChange(tx, { teamId, kind: 'flow', ref: String(made), now: now() });
    }
    return { started: count, seq: last };
  });
  if (seq !== null) {
    jobs.wake();
    news.toTeam(teamId, 'change', { seq });
  }
  return { started, known: uuids.length - started };
}

async function newestVersions(tx: Reader, teamId: number) {
  const rows = await tx
    .selectFrom('pipeline')
    .innerJoin('pipeline_version', 'pipeline_version.pipeline_id', 'pipeline.id')
    .select(['pipeline.id', 'pipeline.code', 'pipeline_version.id as version_id', 'pipeline_version.definition'])
    .where('pipeline.team_id', '=', teamId)
    .where('pipeline.deleted_at', 'is', null)
    .where((eb) =>
      eb(
        'pipeline_version.number',
        '=',
        eb
          .selectFrom('pipeline_version as newer')
          .select((newer) => newer.fn.max('newer.number').as('number'))
          .whereRef('newer.pipeline_id', '=', 'pipeline.id'),
      ),
    )
    .orderBy('pipeline.id')
    .execute();
  return rows.map((row) => ({ id: row.id, code: row.code, version: { id: row.version_id, definition: definitionOf(row) } }));
}

/** Null: it was started by this already, or the pipeline runs over the study. */
async function insertFlow(tx: Writer, flow: NewFlow): Promise<number | null> {
  const { teamId, studyId, pipelineId, version, startKey, startedBy, now } = flow;
  const made = await tx
    .insertInto('flow')
    .values({
      ...{ team_id: teamId, pipeline_id: pipelineId, version_id: version.id, study_id: studyId, state: 'running', position: 0, woken: 0 },
      ...{ open_key: `${pipelineId} ${studyId}`, start_key: startKey, started_by: startedBy, created_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) return null;
  await tx
    .insertInto('flow_step')
    .values(
      version.definition.steps.map(({ id, type }, position) => ({
        ...{ flow_id: made.id, position, step: id, type, state: 'not_started' as const, uuid: randomUUID() },
        ...{ tries: 0, reason: null, results: '[]', links: '[]' },
      })),
    )
    .execute();
  await queueFlow(tx, { id: made.id, teamId, now });
  return made.id;
}
