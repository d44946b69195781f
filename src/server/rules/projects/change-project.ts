import { LIMITS } from '#contract/limits.ts';
import type { ProjectDetail } from '#contract/project-details.ts';
import { PROJECT_STATES, type ProjectState } from '#contract/projects.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { createProject, moveProjectOn } from '#server/rules/studies/projects.ts';
import { isAnswered } from '#server/rules/forms/is-answered.ts';
import { lockStudies, noteStudyChanges } from '#server/rules/studies/study-links.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { mayManage, readProject, requireProject, studiesOfProjects } from './projects.ts';

/** Changes of projects. All of a team run one after the other, so that nothing changes between a check and what depends on it. */

interface ProjectValues {
  name: string;
  description: string;
  label_id: number | null;
}
/** In a request, omitted fields are undefined. */
type Given<T> = { [K in keyof T]?: T[K] | undefined };

export async function addProject(
  context: ServerContext,
  caller: Member,
  { uuid, members, ...values }: ProjectValues & { uuid: string; members: readonly number[] },
): Promise<ProjectDetail> {
  const { teamId } = caller;
  return changeProjects(context, caller, async (tx) => {
    const made = await tx.selectFrom('project').select('id').where('team_id', '=', teamId).where('uuid', '=', uuid).executeTakeFirst();
    if (made !== undefined) return { changed: false, id: made.id };
    await assertLabel(tx, caller, values.label_id);
    await assertRoom(tx, teamId);
    const now = context.now();
    const id = await createProject(tx, { teamId, now, createdBy: caller.userId, uuid, ...values });
    await addMembers(tx, caller, { id, members, now });
    return { changed: true, id };
  });
}

/** Omitted fields stay, so that one user's name and another's description are both kept. */
export async function changeProject(
  context: ServerContext,
  caller: Member,
  id: number,
  { name, description, label_id: labelId }: Given<ProjectValues>,
): Promise<ProjectDetail> {
  return changeProjects(context, caller, async (tx) => {
    const current = await requireProject(tx, caller, id);
    const next = {
      name: name ?? current.name,
      description: description ?? current.description,
      label_id: labelId === undefined ? current.label_id : labelId,
    };
    const isSame = next.name === current.name && next.description === current.description && next.label_id === current.label_id;
    if (isSame) return { changed: false, id };
    assertNotFinished(current.state_code);
    if (next.label_id !== current.label_id) await assertLabel(tx, caller, next.label_id);
    await tx
      .updateTable('project')
      .set({ ...next, updated_at: context.now() })
      .where('id', '=', id)
      .execute();
    return { changed: true, id };
  });
}

/** OQ-23. Setting the same state again changes nothing. There is no way back: docs/decisions/327. */
export async function changeProjectState(context: ServerContext, caller: Member, id: number, state: ProjectState): Promise<ProjectDetail> {
  return changeProjects(context, caller, async (tx) => {
    const project = await requireProject(tx, caller, id);
    if (!mayManage(project, caller)) throw new Refusal('not_allowed');
    if (project.state_code === state) return { changed: false, id };
    if (PROJECT_STATES[PROJECT_STATES.indexOf(project.state_code) + 1] !== state) throw new Refusal('project_state');
    if (state === 'in_progress') await assertNotEmpty(tx, caller, id);
    await moveProjectOn(tx, { teamId: caller.teamId, id, now: context.now() });
    return { changed: true, id };
  });
}

/** Deleting a deleted project succeeds, so the call may be repeated. */
export async function deleteProject(context: ServerContext, caller: Member, id: number): Promise<void> {
  const { db, news } = context;
  const seq = await db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const project = await tx.selectFrom('project').selectAll().where('id', '=', id).where('team_id', '=', caller.teamId).executeTakeFirst();
    if (project === undefined) return null;
    if (!mayManage(project, caller)) throw new Refusal('not_allowed');
    if (project.state_code !== 'created') throw new Refusal('project_started');
    if (await isAnswered(tx, id)) throw new Refusal('project_answered');
    await tx.deleteFrom('project').where('id', '=', id).execute();
    return noteProject(tx, context, caller, id);
  });
  if (seq !== null) news.toTeam(caller.teamId, 'change', { seq });
}

/** PCALL-50. All studies or none; those that are already so count as done, in any state of the project. */
export async function changeProjectStudies(
  context: ServerContext,
  caller: Member,
  id: number,
  links: { add: readonly string[]; remove: readonly string[] },
): Promise<{ studies: number }> {
  const { db, news, now } = context;
  const { teamId } = caller;
  const seq = await db.write(async (tx) => {
    const studies = await lockStudies(tx, caller, links);
    await lockTeam(tx, teamId);
    const { state_code } = await requireProject(tx, caller, id);
    const rows = await tx.selectFrom('study_project').select('study_id').where('project_id', '=', id).execute();
    const linked = new Set(rows.map(({ study_id }) => study_id));
    const added = studies.add.filter((study) => !linked.has(study.id));
    const removed = studies.remove.filter((study) => linked.has(study.id));
    if (state_code !== 'created' && added.length > 0) throw new Refusal('project_closed');
    if (state_code !== 'created' && removed.length > 0) throw new Refusal('project_started');
    const created_at = now();
    for (const study of added) await tx.insertInto('study_project').values({ study_id: study.id, project_id: id, created_at }).execute();
    for (const study of removed)
      await tx.deleteFrom('study_project').where('project_id', '=', id).where('study_id', '=', study.id).execute();
    return noteStudyChanges(tx, [...added, ...removed], { teamId, now: created_at });
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return { studies: await countStudies(db.read, caller, id) };
}

/** PCALL-51. Members of the team only; who is not in the project is removed already. */
export async function changeProjectMembers(
  context: ServerContext,
  caller: Member,
  id: number,
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
): Promise<ProjectDetail> {
  return changeProjects(context, caller, async (tx) => {
    const { state_code } = await requireProject(tx, caller, id);
    const rows = await tx.selectFrom('project_member').select('user_id').where('project_id', '=', id).execute();
    const held = new Set(rows.map(({ user_id }) => user_id));
    const added = add.filter((userId) => !held.has(userId) && !remove.includes(userId));
    const removed = remove.filter((userId) => held.has(userId));
    if (added.length + removed.length === 0) return { changed: false, id };
    assertNotFinished(state_code);
    await addMembers(tx, caller, { id, members: added, now: context.now() });
    if (removed.length > 0) await tx.deleteFrom('project_member').where('project_id', '=', id).where('user_id', 'in', removed).execute();
    return { changed: true, id };
  });
}

/** The change, with the team locked. The project is read after the commit. */
async function changeProjects(
  context: ServerContext,
  caller: Member,
  change: (tx: Writer) => Promise<{ changed: boolean; id: number }>,
): Promise<ProjectDetail> {
  const { id, seq } = await context.db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const made = await change(tx);
    return { id: made.id, seq: made.changed ? await noteProject(tx, context, caller, made.id) : null };
  });
  if (seq !== null) context.news.toTeam(caller.teamId, 'change', { seq });
  return readProject(context.db.read, caller, id);
}

function noteProject(tx: Writer, { now }: ServerContext, { teamId }: Member, id: number): Promise<number> {
  return appendChange(tx, { teamId, kind: 'project', ref: String(id), now: now() });
}

async function addMembers(
  tx: Writer,
  { teamId }: Member,
  { id, members, now }: { id: number; members: readonly number[]; now: number },
): Promise<void> {
  const ids = [...new Set(members)];
  if (ids.length === 0) return;
  const inTeam = await tx.selectFrom('membership').select('user_id').where('team_id', '=', teamId).where('user_id', 'in', ids).execute();
  if (inTeam.length !== ids.length)
    throw new Refusal('invalid', { errors: { members: [marked('Only members of the team can be added.')] } });
  await tx
    .insertInto('project_member')
    .values(ids.map((user_id) => ({ project_id: id, team_id: teamId, user_id, created_at: now })))
    .execute();
}

async function assertLabel(tx: Writer, { teamId }: Member, labelId: number | null): Promise<void> {
  if (labelId === null) return;
  const label = await tx.selectFrom('label').select('id').where('id', '=', labelId).where('team_id', '=', teamId).executeTakeFirst();
  if (label === undefined) throw new Refusal('invalid', { errors: { label_id: [marked('There is no such label.')] } });
}

async function assertRoom(tx: Writer, teamId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('project')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.projectsPerTeam;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'projectsPerTeam', max } });
}

async function assertNotEmpty(tx: Writer, caller: Member, id: number): Promise<void> {
  if ((await countStudies(tx, caller, id)) === 0) throw new Refusal('project_empty');
}

function assertNotFinished(state: ProjectState): void {
  if (state === 'finished') throw new Refusal('project_finished');
}

async function countStudies(db: Reader, caller: Member, id: number): Promise<number> {
  const { count } = await studiesOfProjects(db, caller)
    .where('study_project.project_id', '=', id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
