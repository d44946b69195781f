import type { TaskKind } from '#contract/tasks.ts';
import type { Writer } from '#server/db/database.ts';
import { notify, type Notified } from '#server/rules/notifications/notify.ts';
import type { TaskRow } from './tasks.ts';

/** Descriptions name people of the team, never a patient: they are shown on locked screens. */
const DOING: Record<TaskKind, string> = { annotate: 'annotate', review: 'review', answer: 'answer a question about' };

const studies = (count: number): string => (count === 1 ? '1 study' : `${count} studies`);
export const dueText = (due: string): string => (due === '' ? '' : `, due ${due.split('-').reverse().join('.')}`);

export function assignedText(by: string, { kind, due }: Pick<TaskRow, 'kind' | 'due'>, count: number): string {
  return `${by}: ${DOING[kind]} ${studies(count)}${dueText(due)}`;
}

export const doneText = (by: string, { kind }: Pick<TaskRow, 'kind'>): string => `${by}: ${DOING[kind]} 1 study`;

export const unassignedText = (why: string, count: number): string => `${why} ${count === 1 ? '1 task waits' : `${count} tasks wait`}.`;

export const studyAddress = (uuid: string): string => `/studies-v2?study=${uuid}`;

interface TaskNotice {
  type: 'task.assigned' | 'task.done' | 'task.returned' | 'task.unassigned';
  teamId: number;
  /** Who is told. */
  to: readonly (number | null)[];
  /** Who did it, and is not told. */
  by: number | null;
  description: string;
  /** The page where the tasks are. */
  url: string;
  cause: string;
  now: number;
}

/** The last step of a transaction (see `notify`). */
export async function notifyOfTask(tx: Writer, { to, by, ...notice }: TaskNotice): Promise<Notified[]> {
  const told: Notified[] = [];
  for (const userId of new Set(to)) {
    if (userId === null || userId === by) continue;
    const made = await notify(tx, { ...notice, userId, section: 'tasks', models: [] });
    if (made !== null) told.push(made);
  }
  return told;
}

/** Those who can start a task: its assignee, or everybody with its role. */
export async function holdersOf(tx: Writer, teamId: number, task: Pick<TaskRow, 'assignee_id' | 'role_id'>): Promise<number[]> {
  if (task.assignee_id !== null) return [task.assignee_id];
  if (task.role_id === null) return [];
  const members = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role_id', '=', task.role_id)
    .orderBy('user_id')
    .execute();
  return members.map((row) => row.user_id);
}

export async function nameOf(tx: Writer, userId: number): Promise<string> {
  return (await tx.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirstOrThrow()).name;
}
