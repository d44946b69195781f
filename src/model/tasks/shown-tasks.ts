import type { SentTaskMove, Task, TaskAct, TaskParty } from '#contract/tasks.ts';
import { moveOf, WAITING } from './task-states.ts';

/** A move that waits to be sent. `after`: the last stroke on the study that is sent before it, by its number on this device; 0 for none. */
export interface TaskMoveWrite {
  kind: 'task-move';
  /** UUIDs. */
  task: string;
  study: string;
  after: number;
  body: SentTaskMove;
}

export interface ShownTask extends Task {
  /** The server has not received its last move. */
  waits: boolean;
}

type Person = NonNullable<Task['assignee']>;

/** Moves of a task that is assigned to one person, by that person. The others need the server: somebody else may be faster. */
const KEPT: ReadonlySet<TaskAct> = new Set(['start', 'finish', 'send_back']);

/** Whether a move is kept on this device and sent later. */
export function isKept(task: Pick<Task, 'assignee'>, act: TaskAct, userId: number): boolean {
  return KEPT.has(act) && task.assignee?.id === userId;
}

/** The task with this user's moves that wait, in their order. One that the table of states does not allow will be refused, and changes nothing. */
export function shownTask(task: Task, writes: readonly ({ kind: string } | TaskMoveWrite)[], me: Person): ShownTask {
  return writes
    .filter((write) => isTaskMove(write))
    .filter((write) => write.task === task.uuid)
    .reduce<ShownTask>((shown, { body }) => withMove(shown, body, me), { ...task, waits: false });
}

/** The first of the list that waits for this person; `after`: the first behind that one, or else from the beginning. */
export function nextTask<T extends ShownTask>(tasks: readonly T[], after?: string): T | null {
  const place = tasks.findIndex(({ uuid }) => uuid === after);
  const inOrder = [...tasks.slice(place + 1), ...tasks.slice(0, Math.max(place, 0))];
  return inOrder.find((task) => WAITING.includes(task.state) && task.you.includes('holder')) ?? null;
}

export const isTaskMove = (write: { kind: string }): write is TaskMoveWrite => write.kind === 'task-move';

function withMove(task: ShownTask, { act, reason = '', decision, minutes = 0 }: SentTaskMove, me: Person): ShownTask {
  const move = moveOf(act, task.state, task.you);
  if (move === null) return task;
  const assignee = move.holder === 'mover' ? me : move.holder === 'assigner' ? task.from : task.assignee;
  const others: TaskParty[] = task.you.filter((party) => party !== 'holder');
  const moved = {
    ...{ ...task, assignee, state: move.to, waits: true },
    you: assignee?.id === me.id ? (['holder', ...others] as TaskParty[]) : others,
  };
  if (act === 'start') return moved;
  return { ...moved, reason, decision: act === 'finish' ? (decision ?? null) : null, minutes: task.minutes + minutes, changed_by: me };
}
