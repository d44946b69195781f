import type { Selectable } from 'kysely';
import { PROJECT_STATE_NAMES, PROJECT_STATES, type ProjectOption, type ProjectState } from '#contract/projects.ts';
import type { Writer } from '#server/db/database.ts';
import type { ProjectTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { requireStudyRow } from './studies.ts';
import { projectsByStudyId } from './study-labels-and-projects.ts';
import { changeStudy } from './study-links.ts';

/** A project belongs to its team. In every other team its id is unknown. */

/** CALL-025. Without a study no project is marked as containing it. */
export async function projectsOfTeam({ db }: ServerContext, caller: Member, studyUuid: string | undefined): Promise<ProjectOption[]> {
  const study = studyUuid === undefined ? null : await requireStudyRow(db.read, caller, studyUuid);
  const projects = await db.read
    .selectFrom('project')
    .selectAll()
    .where('team_id', '=', caller.teamId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const own = study === null ? [] : ((await projectsByStudyId(db.read, [study.id])).get(study.id) ?? []);
  const ids = new Set(own.map(({ id }) => id));
  return projects.map((project) => toOption(project, ids.has(project.id)));
}

/**
 * CALL-026. A started project keeps its studies and accepts no more. A change that is already in effect succeeds in any state, so that a
 * repeated call answers the same.
 */
export async function saveStudyProject(
  context: ServerContext,
  caller: Member,
  { uuid, project_id: projectId, action }: { uuid: string; project_id: number; action: 'add' | 'remove' },
): Promise<void> {
  await changeStudy(context, caller, uuid, async (tx, studyId) => {
    const project = await tx
      .selectFrom('project')
      .select('state_code')
      .where('id', '=', projectId)
      .where('team_id', '=', caller.teamId)
      .executeTakeFirst();
    if (project === undefined) throw new Refusal('not_found');
    const link = await tx
      .selectFrom('study_project')
      .select('study_id')
      .where('study_id', '=', studyId)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    if ((link !== undefined) === (action === 'add')) return { changed: false, answer: null };
    if (project.state_code !== 'created') throw new Refusal(action === 'add' ? 'project_closed' : 'project_started');
    if (action === 'add')
      await tx.insertInto('study_project').values({ study_id: studyId, project_id: projectId, created_at: context.now() }).execute();
    else await tx.deleteFrom('study_project').where('study_id', '=', studyId).where('project_id', '=', projectId).execute();
    return { changed: true, answer: null };
  });
}

interface NewProject {
  teamId: number;
  name: string;
  now: number;
  uuid?: string;
  description?: string;
  label_id?: number | null;
  createdBy?: number;
}

/** A project without studies, in its first state. Returns its id. The caller announces it. */
export async function createProject(tx: Writer, { teamId, now, createdBy, ...values }: NewProject): Promise<number> {
  const { id } = await tx
    .insertInto('project')
    .values({ ...values, team_id: teamId, created_by: createdBy ?? null, state_code: 'created', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Moves to the next state: a project is started, and later finished. Its studies are fixed from then on. The caller announces it. */
export async function moveProjectOn(tx: Writer, { teamId, id, now }: { teamId: number; id: number; now: number }): Promise<ProjectState> {
  await lockTeam(tx, teamId);
  const project = await tx.selectFrom('project').select('state_code').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  const next = project && PROJECT_STATES[PROJECT_STATES.indexOf(project.state_code) + 1];
  if (next === undefined) throw new Refusal('not_found');
  await tx
    .updateTable('project')
    .set({ state_code: next, updated_at: now, ...(next === 'finished' ? { finished_at: now } : { started_at: now }) })
    .where('id', '=', id)
    .execute();
  return next;
}

function toOption({ id, name, state_code }: Selectable<ProjectTable>, inCategory: boolean): ProjectOption {
  return { id, value: id, name, text: name, inCategory, state_code, state_name: PROJECT_STATE_NAMES[state_code] };
}
