import { sql, type Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Task, TaskCounts, TaskKind, TaskList, TaskListName, TaskParty } from '#contract/tasks.ts';
import { WAITING } from '#model/tasks/task-states.ts';
import type { Reader } from '#server/db/database.ts';
import type { TaskTable } from '#server/db/schema.ts';
import { blindedStudyIds } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { inNumberOrder, seriesRowsOf, studiesOfTeam } from '#server/rules/studies/studies.ts';
import { isApiUserOf } from '#server/rules/teams/locks.ts';
import { administers } from '#server/rules/teams/roles.ts';
import { linksOf } from './task-links.ts';

export type TaskRow = Selectable<TaskTable>;

/** The caller as tasks see them. */
export interface TaskCaller extends Member {
  roleId: number;
  isAdministrator: boolean;
}

const NO_ROLE = 0;

export async function taskCallerOf(db: Reader, caller: Member): Promise<TaskCaller> {
  const membership = await db
    .selectFrom('membership')
    .select('role_id')
    .where('team_id', '=', caller.teamId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  // An API user has no role, so nothing waits for it.
  if (membership === undefined && !(await isApiUserOf(db, caller))) throw new Refusal('not_a_member');
  return { ...caller, roleId: membership?.role_id ?? NO_ROLE, isAdministrator: administers(caller) };
}

interface TasksQuery {
  page: number;
  list: TaskListName;
  kind?: TaskKind | undefined;
  study?: string | undefined;
  done?: '1' | undefined;
  today: string;
  since: number;
}

/** PCALL-60: the most urgent first, those without a date last. With `done`, those finished last come first. */
export async function listTasks({ db }: ServerContext, caller: Member, query: TasksQuery): Promise<TaskList> {
  const me = await taskCallerOf(db.read, caller);
  let listed = query.study === undefined ? listOf(db.read, me, query.list) : tasksOfStudy(db.read, me, query.study);
  if (query.kind !== undefined) listed = listed.where('kind', '=', query.kind);
  const isDone = query.done === '1';
  let shown = listed;
  if (isDone) shown = listed.where('state', '=', 'done');
  else if (query.study === undefined) shown = listed.where('state', 'in', WAITING);
  return pageOf(db.read, me, { listed, shown, newest: isDone ? 'finished_at' : null, ...query });
}

interface PageQuery {
  page: number;
  today: string;
  since: number;
  /** The whole list, which is counted, and those of it that are shown. */
  listed: ReturnType<typeof tasksOf>;
  shown: ReturnType<typeof tasksOf>;
  /** In place of the most urgent first, the newest by this time. */
  newest: 'finished_at' | 'updated_at' | null;
}

export async function pageOf(db: Reader, me: TaskCaller, { page, today, since, listed, shown, newest }: PageQuery): Promise<TaskList> {
  const { total } = await shown.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const perPage = LIMITS.tasksPerPage;
  const rows = await shown
    .selectAll('task')
    .$if(newest !== null, (sorted) => sorted.orderBy(newest!, 'desc'))
    .$if(newest === null, (sorted) =>
      sorted
        .orderBy(sql`case when state in (${sql.join(WAITING)}) then 0 else 1 end`)
        .orderBy(sql`case when due = '' then 1 else 0 end`)
        .orderBy('due'),
    )
    .orderBy('id', newest === null ? 'asc' : 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return {
    data: await toTasks(db, me, rows),
    total,
    per_page: perPage,
    current_page: page,
    groups: await groupsOf(listed, { today, since }),
  };
}

/** PCALL-65. */
export async function countTasks({ db }: ServerContext, caller: Member): Promise<TaskCounts> {
  const me = await taskCallerOf(db.read, caller);
  const count = async (list: TaskListName) => {
    const waiting = listOf(db.read, me, list).where('state', 'in', WAITING);
    return (await waiting.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  };
  return { mine: await count('mine'), roles: await count('roles'), given: await count('given') };
}

/**
 * Tasks of the team whose subject can be seen: one that is being removed takes its tasks out of sight. [Note: Blinded reads]: tasks of others would tell
 * who works on the case.
 */
export function tasksOf(db: Reader, { teamId, userId }: Pick<Member, 'teamId' | 'userId'>) {
  return db
    .selectFrom('task')
    .where('task.team_id', '=', teamId)
    .where('task.study_id', 'in', studiesOfTeam(db, teamId).select('study.id'))
    .where((eb) => eb.or([eb('task.assignee_id', '=', userId), eb('task.study_id', 'not in', blindedStudyIds(db, userId))]));
}

function tasksOfStudy(db: Reader, me: TaskCaller, uuid: string) {
  return tasksOf(db, me).where('task.study_id', 'in', db.selectFrom('study').select('study.id').where('study.uuid', '=', uuid));
}

export function listOf(db: Reader, me: TaskCaller, list: TaskListName) {
  const { userId, roleId } = me;
  const tasks = tasksOf(db, me);
  if (list === 'mine') return tasks.where('assignee_id', '=', userId);
  if (list === 'given') return tasks.where('created_by', '=', userId);
  const ownWork = db.selectFrom('task as own').select('own.id').where('own.assignee_id', '=', userId).where('own.kind', '=', 'annotate');
  return tasks
    .where('role_id', '=', roleId)
    .where((eb) => eb.or([eb('assignee_id', 'is', null), eb('state', 'not in', WAITING)]))
    .where((eb) => eb.or([eb('of_id', 'is', null), eb('of_id', 'not in', ownWork)]));
}

async function groupsOf(
  listed: ReturnType<typeof tasksOf>,
  { today, since }: { today: string; since: number },
): Promise<TaskList['groups']> {
  const found = await listed
    .select((eb) => {
      const count = () => eb.fn.countAll<number>();
      return [
        count().filterWhere('state', 'in', WAITING).as('waiting'),
        count().filterWhere('state', 'in', WAITING).filterWhere('due', '<>', '').filterWhere('due', '<', today).as('overdue'),
        count().filterWhere('state', 'in', WAITING).filterWhere('due', '=', today).as('today'),
        count().filterWhere('state', '=', 'done').as('done'),
        count().filterWhere('state', '=', 'done').filterWhere('finished_at', '>=', since).as('done_today'),
        eb.fn.sum<number | null>('minutes').filterWhere('state', '=', 'done').filterWhere('finished_at', '>=', since).as('minutes_today'),
      ];
    })
    .executeTakeFirstOrThrow();
  const { waiting, overdue, today: dueToday, ...done } = found;
  return { overdue, today: dueToday, later: waiting - overdue - dueToday, ...done, minutes_today: Number(done.minutes_today ?? 0) };
}

/** What the caller is to a task. `author`: of the work that it reviews. Nobody holds the review of their own work. */
export function partiesOf(
  task: Pick<TaskRow, 'assignee_id' | 'role_id' | 'created_by'>,
  me: TaskCaller,
  author: number | null,
): TaskParty[] {
  const isMine = task.assignee_id === null ? task.role_id === me.roleId : task.assignee_id === me.userId;
  const isHolder = isMine && author !== me.userId;
  return [
    ...(isHolder ? (['holder'] as const) : []),
    ...(task.created_by === me.userId ? (['assigner'] as const) : []),
    ...(me.isAdministrator ? (['administrator'] as const) : []),
  ];
}

/** A task that the caller sees. */
export async function requireTask(db: Reader, caller: Pick<Member, 'teamId' | 'userId'>, uuid: string): Promise<TaskRow> {
  const row = await tasksOf(db, caller).selectAll('task').where('task.uuid', '=', uuid).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** By its number in addresses, or its UUID. */
export async function requireTaskByKey(db: Reader, caller: Pick<Member, 'teamId' | 'userId'>, key: string): Promise<TaskRow> {
  if (key.includes('-')) return requireTask(db, caller, key);
  const row = await tasksOf(db, caller).selectAll('task').where('task.id', '=', Number(key)).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

export async function toTasks(db: Reader, me: TaskCaller, rows: readonly TaskRow[]): Promise<Task[]> {
  if (rows.length === 0) return [];
  const subjects = await subjectsOf(
    db,
    rows.map((row) => row.study_id),
  );
  const links = await linksOf(db, me, rows);
  const authorOf = ({ of_id }: TaskRow) => links.reviewed.get(of_id)?.assignee_id ?? null;
  const people = await peopleOf(
    db,
    rows.flatMap((row) => [row.assignee_id, row.created_by, row.changed_by, row.reviewer_id, authorOf(row)]),
  );
  const roles = await rolesOf(
    db,
    rows.flatMap((row) => [row.role_id, row.reviewer_role_id]),
  );
  return rows.flatMap((row) => {
    const subject = subjects.get(row.study_id);
    if (subject === undefined) return [];
    const { uuid, id, kind, note, state, reason, decision, minutes, round } = row;
    const reviewed = links.reviewed.get(row.of_id);
    const reviewer = { person: people.get(row.reviewer_id) ?? null, role: roles.get(row.reviewer_role_id) ?? null };
    return {
      ...{ uuid, id, kind, subject: { ...subject, segmentation: links.segmentations.get(row.segmentation_id) ?? null } },
      assignee: people.get(row.assignee_id) ?? null,
      role: roles.get(row.role_id) ?? null,
      from: people.get(row.created_by) ?? null,
      due: row.due === '' ? null : row.due,
      ...{ note, state, reason },
      changed_by: people.get(row.changed_by) ?? null,
      ...{ decision, minutes },
      you: partiesOf(row, me, authorOf(row)),
      created_at: dateToWire(new Date(row.created_at)),
      updated_at: dateToWire(new Date(row.updated_at)),
      finished_at: row.finished_at === null ? null : dateToWire(new Date(row.finished_at)),
      review_by: reviewer.person === null && reviewer.role === null ? null : reviewer,
      review: links.reviews.get(row.id) ?? null,
      of: reviewed === undefined ? null : { uuid: reviewed.uuid, id: reviewed.id, author: people.get(authorOf(row)) ?? null },
      round,
    };
  });
}

async function subjectsOf(db: Reader, ids: readonly number[]): Promise<Map<number, Task['subject']>> {
  const studies = await db
    .selectFrom('study')
    .leftJoin('category', 'category.slug', 'study.body_part')
    .select(['study.id', 'study.uuid', 'study.patient_name', 'study.modality', 'study.study_date', 'category.title as body_part'])
    .where('study.id', 'in', ids)
    .execute();
  const series = inNumberOrder(await seriesRowsOf(db, ids));
  return new Map(
    studies.map((study) => {
      const first = series.find((each) => each.study_id === study.id);
      const subject = {
        ...{ kind: 'study' as const, uuid: study.uuid, patientName: study.patient_name, modality: study.modality },
        ...{ studyDate: study.study_date, bodyPart: study.body_part },
        picture: first === undefined ? null : { uuid: first.uuid, state: first.state },
      };
      return [study.id, subject];
    }),
  );
}

export async function peopleOf(db: Reader, ids: readonly (number | null)[]): Promise<Map<number | null, NonNullable<Task['assignee']>>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const users = await db.selectFrom('user').select(['id', 'name', 'color']).where('id', 'in', known).execute();
  return new Map(users.map(({ id, name, color }) => [id, { id, name, data: { color } }]));
}

async function rolesOf(db: Reader, ids: readonly (number | null)[]): Promise<Map<number | null, NonNullable<Task['role']>>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const roles = await db.selectFrom('role').select(['id', 'name']).where('id', 'in', known).execute();
  return new Map(roles.map((role) => [role.id, role]));
}
