import { sql, type Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Task, TaskCounts, TaskKind, TaskList, TaskListName, TaskParty } from '#contract/tasks.ts';
import { WAITING } from '#model/tasks/task-states.ts';
import type { Reader } from '#server/db/database.ts';
import type { TaskTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { inNumberOrder, seriesRowsOf, studiesOfTeam } from '#server/rules/studies/studies.ts';
import { administers } from '#server/rules/teams/roles.ts';

export type TaskRow = Selectable<TaskTable>;

/** The caller as tasks see them. */
export interface TaskCaller {
  userId: number;
  teamId: number;
  roleId: number;
  isAdministrator: boolean;
}

export async function taskCallerOf(db: Reader, caller: Member): Promise<TaskCaller> {
  const membership = await db
    .selectFrom('membership')
    .select('role_id')
    .where('team_id', '=', caller.teamId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  if (membership === undefined) throw new Refusal('not_a_member');
  const { userId, teamId } = caller;
  return { userId, teamId, roleId: membership.role_id, isAdministrator: administers(caller) };
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
  let listed = query.study === undefined ? listOf(db.read, me, query.list) : tasksOfStudy(db.read, me.teamId, query.study);
  if (query.kind !== undefined) listed = listed.where('kind', '=', query.kind);
  const isDone = query.done === '1';
  let shown = listed;
  if (isDone) shown = listed.where('state', '=', 'done');
  else if (query.study === undefined) shown = listed.where('state', 'in', WAITING);
  const { total } = await shown.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const perPage = LIMITS.tasksPerPage;
  const rows = await shown
    .selectAll('task')
    .$if(isDone, (sorted) => sorted.orderBy('finished_at', 'desc'))
    .$if(!isDone, (sorted) =>
      sorted
        .orderBy(sql`case when state in (${sql.join(WAITING)}) then 0 else 1 end`)
        .orderBy(sql`case when due = '' then 1 else 0 end`)
        .orderBy('due'),
    )
    .orderBy('id', isDone ? 'desc' : 'asc')
    .limit(perPage)
    .offset((query.page - 1) * perPage)
    .execute();
  return {
    data: await toTasks(db.read, me, rows),
    total,
    per_page: perPage,
    current_page: query.page,
    groups: await groupsOf(listed, query),
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

/** Tasks of the team whose subject can be seen: one that is being removed takes its tasks out of sight. */
export function tasksOf(db: Reader, teamId: number) {
  return db
    .selectFrom('task')
    .where('task.team_id', '=', teamId)
    .where('task.study_id', 'in', studiesOfTeam(db, teamId).select('study.id'));
}

function tasksOfStudy(db: Reader, teamId: number, uuid: string) {
  return tasksOf(db, teamId).where('task.study_id', 'in', db.selectFrom('study').select('study.id').where('study.uuid', '=', uuid));
}

function listOf(db: Reader, { teamId, userId, roleId }: TaskCaller, list: TaskListName) {
  const tasks = tasksOf(db, teamId);
  if (list === 'mine') return tasks.where('assignee_id', '=', userId);
  if (list === 'given') return tasks.where('created_by', '=', userId);
  return tasks.where('role_id', '=', roleId).where((eb) => eb.or([eb('assignee_id', 'is', null), eb('state', 'not in', WAITING)]));
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

/** What the caller is to a task. */
export function partiesOf(task: Pick<TaskRow, 'assignee_id' | 'role_id' | 'created_by'>, me: TaskCaller): TaskParty[] {
  const isHolder = task.assignee_id === null ? task.role_id === me.roleId : task.assignee_id === me.userId;
  return [
    ...(isHolder ? (['holder'] as const) : []),
    ...(task.created_by === me.userId ? (['assigner'] as const) : []),
    ...(me.isAdministrator ? (['administrator'] as const) : []),
  ];
}

/** A task that the team sees. */
export async function requireTask(db: Reader, teamId: number, uuid: string): Promise<TaskRow> {
  const row = await tasksOf(db, teamId).selectAll('task').where('task.uuid', '=', uuid).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

export async function toTasks(db: Reader, me: TaskCaller, rows: readonly TaskRow[]): Promise<Task[]> {
  if (rows.length === 0) return [];
  const subjects = await subjectsOf(
    db,
    rows.map((row) => row.study_id),
  );
  const people = await peopleOf(
    db,
    rows.flatMap((row) => [row.assignee_id, row.created_by, row.changed_by]),
  );
  const roles = await rolesOf(
    db,
    rows.map((row) => row.role_id),
  );
  return rows.flatMap((row) => {
    const subject = subjects.get(row.study_id);
    if (subject === undefined) return [];
    const { uuid, id, kind, note, state, reason, decision, minutes } = row;
    return {
      ...{ uuid, id, kind, subject },
      assignee: people.get(row.assignee_id) ?? null,
      role: roles.get(row.role_id) ?? null,
      from: people.get(row.created_by) ?? null,
      due: row.due === '' ? null : row.due,
      ...{ note, state, reason },
      changed_by: people.get(row.changed_by) ?? null,
      ...{ decision, minutes },
      you: partiesOf(row, me),
      created_at: dateToWire(new Date(row.created_at)),
      updated_at: dateToWire(new Date(row.updated_at)),
      finished_at: row.finished_at === null ? null : dateToWire(new Date(row.finished_at)),
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

async function peopleOf(db: Reader, ids: readonly (number | null)[]): Promise<Map<number | null, NonNullable<Task['assignee']>>> {
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
