import type { z } from 'zod';
import type { Calls } from '#contract/calls.ts';
import type { LeftOff } from '#contract/entities.ts';
import type { Writer } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';

type Registration = z.infer<Calls['registerStudy']['body']>;

/**
 * [Note: Choices made before the study arrived]
 *
 * Labels, projects and pipeline were chosen on a device, perhaps days ago and offline. Meanwhile a label may have been deleted, a project
 * started, a right withdrawn. The study is accepted without it and the answer reports it (`left_off`): a refusal would keep patients'
 * images on a device because of a label, and after Process nobody can choose another one there.
 */

/**
 * For a new or a joined study; a joined one keeps what it has, and its pipeline. Its row is locked by the code that made or joined it; the
 * team is locked after it, as everywhere (see study-links.ts).
 */
export async function giveChosen(
  tx: Writer,
  { teamId, permissions }: Member,
  { studyId, registration, now }: { studyId: number; registration: Registration; now: number },
): Promise<void> {
  await lockTeam(tx, teamId);
  const { labels, study } = registration;
  await linkLabels(tx, { teamId, studyId, now }, labels);
  // PERM-19.
  if (permissions.has('r:projects')) await linkProjects(tx, { teamId, studyId, now }, projectsOf(registration));
  if (study.pipelineCode != null) await takePipeline(tx, { teamId, studyId, modality: study.modality }, study.pipelineCode);
}

interface Link {
  teamId: number;
  studyId: number;
  now: number;
}

async function linkLabels(tx: Writer, { teamId, studyId, now }: Link, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const own = await tx.selectFrom('label').select('id').where('team_id', '=', teamId).where('id', 'in', ids).execute();
  const has = await tx.selectFrom('study_label').select('label_id').where('study_id', '=', studyId).execute();
  const fresh = own.filter(({ id }) => !has.some(({ label_id }) => label_id === id));
  for (const { id } of fresh) await tx.insertInto('study_label').values({ study_id: studyId, label_id: id, created_at: now }).execute();
}

/** given (PROJ-10): a started project accepts no more studies. */
async function linkProjects(tx: Writer, { teamId, studyId, now }: Link, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const open = await tx
    .selectFrom('project')
    .select('id')
    .where('team_id', '=', teamId)
    .where('id', 'in', ids)
    .where('state_code', '=', 'created')
    .execute();
  const has = await tx.selectFrom('study_project').select('project_id').where('study_id', '=', studyId).execute();
  const fresh = open.filter(({ id }) => !has.some(({ project_id }) => project_id === id));
  for (const { id } of fresh) await tx.insertInto('study_project').values({ study_id: studyId, project_id: id, created_at: now }).execute();
}

async function takePipeline(
  tx: Writer,
  { teamId, studyId, modality }: { teamId: number; studyId: number; modality: string },
  code: string,
): Promise<void> {
  const pipeline = await tx
    .selectFrom('pipeline')
    .select('code')
    .where('team_id', '=', teamId)
    .where('code', '=', code)
    .where('modality_code', '=', modality)
    .executeTakeFirst();
  if (pipeline === undefined) return;
  await tx.updateTable('study').set({ pipeline_code: code }).where('id', '=', studyId).where('pipeline_code', 'is', null).execute();
}

export async function pipelineOfStudy(tx: Writer, studyId: number): Promise<string | null> {
  const { pipeline_code } = await tx.selectFrom('study').select('pipeline_code').where('id', '=', studyId).executeTakeFirstOrThrow();
  return pipeline_code;
}

/** The requested choices that the study does not have: a repeated registration gets the same answer. */
export async function leftOff(
  tx: Writer,
  { studyId, uploadId, isJoined }: { studyId: number; uploadId: number; isJoined: boolean },
  registration: Registration,
): Promise<LeftOff[]> {
  const labels = await tx.selectFrom('study_label').select('label_id').where('study_id', '=', studyId).execute();
  const projects = await tx.selectFrom('study_project').select('project_id').where('study_id', '=', studyId).execute();
  const series = await tx
    .selectFrom('series')
    .select(['client_id', 'acquisition_code'])
    .where('upload_id', '=', uploadId)
    .where('study_id', '=', studyId)
    .execute();
  const labelIds = new Set(labels.map(({ label_id }) => label_id));
  const projectIds = new Set(projects.map(({ project_id }) => project_id));
  const codes = new Map(series.map(({ client_id, acquisition_code }) => [client_id, acquisition_code]));
  const { pipelineCode = null, series: announced } = registration.study;
  const pipeline = await pipelineOfStudy(tx, studyId);
  const isLeft: Record<LeftOff, boolean> = {
    labels: registration.labels.some((id) => !labelIds.has(id)),
    projects: projectsOf(registration).some((id) => !projectIds.has(id)),
    pipeline: pipelineCode !== null && (pipeline === null || (isJoined && pipeline !== pipelineCode)),
    acquisitions: announced.some(({ id, acquisition_code: code }) => code !== undefined && codes.get(id) !== code),
    study: registration.joins !== undefined && !isJoined,
  };
  return (['labels', 'projects', 'pipeline', 'acquisitions', 'study'] as const).filter((what) => isLeft[what]);
}

/** A project holds studies: a project chosen for a series applies to its study. */
function projectsOf({ study }: Registration): number[] {
  return [...new Set(study.series.flatMap(({ projectIds = [] }) => projectIds))];
}
