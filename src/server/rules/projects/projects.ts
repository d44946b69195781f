import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Project, ProjectDetail } from '#contract/project-details.ts';
import { PROJECT_STATE_NAMES, type ProjectState } from '#contract/projects.ts';
import type { StudyState } from '#contract/entities.ts';
import type { Reader } from '#server/db/database.ts';
import type { ProjectTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { studyState } from '#server/rules/studies/studies-state.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

/** A project belongs to its team. In every other team its id is unknown. Deleted studies do not count. */

/** PCALL-13. */
export async function listProjects(
  { db }: ServerContext,
  caller: Member,
  { page, search = '', state }: { page: number; search?: string | undefined; state?: ProjectState | undefined },
) {
  let found = db.read.selectFrom('project').where('project.team_id', '=', caller.teamId);
  if (state !== undefined) found = found.where('project.state_code', '=', state);
  for (const word of searchWords(search)) found = found.where((eb) => hasWord(eb.ref('project.name'), word));
  const perPage = LIMITS.projectsPerPage;
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('project')
    .orderBy('project.created_at', 'desc')
    .orderBy('project.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: await toProjects(db.read, caller, rows), total, per_page: perPage, current_page: page };
}

export async function readProject(db: Reader, caller: Member, id: number): Promise<ProjectDetail> {
  const [project] = await toProjects(db, caller, [await requireProject(db, caller, id)]);
  return { ...project!, members: await membersOfProject(db, id), progress: await progressOf(db, caller, id) };
}

export async function requireProject(db: Reader, caller: Member, id: number): Promise<Selectable<ProjectTable>> {
  const row = await db.selectFrom('project').selectAll().where('id', '=', id).where('team_id', '=', caller.teamId).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** OQ-23: its creator, or a team administrator. */
export function mayManage({ created_by }: Pick<Selectable<ProjectTable>, 'created_by'>, caller: Member): boolean {
  return mayDeleteWorkOf(created_by, caller);
}

async function toProjects(db: Reader, caller: Member, rows: readonly Selectable<ProjectTable>[]): Promise<Project[]> {
  if (rows.length === 0) return [];
  const counts = await studiesOfProjects(db, caller)
    .where(
      'study_project.project_id',
      'in',
      rows.map(({ id }) => id),
    )
    .select((eb) => ['study_project.project_id' as const, eb.fn.countAll<number>().as('studies')])
    .groupBy('study_project.project_id')
    .execute();
  const labelIds = rows.flatMap(({ label_id }) => label_id ?? []);
  const labels = labelIds.length === 0 ? [] : await db.selectFrom('label').selectAll().where('id', 'in', labelIds).execute();
  const userIds = rows.flatMap(({ created_by }) => created_by ?? []);
  const users = userIds.length === 0 ? [] : await db.selectFrom('user').select(['id', 'name']).where('id', 'in', userIds).execute();
  return rows.map((row) => {
    const label = labels.find(({ id }) => id === row.label_id);
    return {
      ...{ id: row.id, name: row.name, description: row.description },
      label: label === undefined ? null : { id: label.id, label_id: label.id, name: label.name, color: label.color },
      ...{ state_code: row.state_code, state_name: PROJECT_STATE_NAMES[row.state_code] },
      studies: counts.find(({ project_id }) => project_id === row.id)?.studies ?? 0,
      created_by: users.find(({ id }) => id === row.created_by)?.name ?? null,
      created_at: dateToWire(new Date(row.created_at)),
      started_at: row.started_at === null ? null : dateToWire(new Date(row.started_at)),
      finished_at: row.finished_at === null ? null : dateToWire(new Date(row.finished_at)),
      managed: mayManage(row, caller),
    };
  });
}

export function studiesOfProjects(db: Reader, { teamId }: Member) {
  return studiesOfTeam(db, teamId).innerJoin('study_project', 'study_project.study_id', 'study.id');
}

async function membersOfProject(db: Reader, id: number): Promise<ProjectDetail['members']> {
  const rows = await db
    .selectFrom('project_member')
    .innerJoin('user', 'user.id', 'project_member.user_id')
    .select(['user.id', 'user.name', 'user.color'])
    .where('project_member.project_id', '=', id)
    .orderBy('user.name')
    .orderBy('user.id')
    .execute();
  return rows.map(({ color, ...user }) => ({ ...user, data: { color } }));
}

async function progressOf(db: Reader, caller: Member, id: number): Promise<Record<StudyState, number>> {
  const rows = await studiesOfProjects(db, caller)
    .leftJoin('series', 'series.study_id', 'study.id')
    .select(['study.id', 'series.state'])
    .where('study_project.project_id', '=', id)
    .distinct()
    .execute();
  const progress = { receiving: 0, proved: 0, converting: 0, converted: 0, error: 0 };
  for (const series of Map.groupBy(rows, (row) => row.id).values()) progress[studyState(series.flatMap(({ state }) => state ?? []))] += 1;
  return progress;
}
