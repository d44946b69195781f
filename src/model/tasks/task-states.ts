import type { TaskAct, TaskParty, TaskState } from '#contract/tasks.ts';

/** Who has the task afterwards: the same as before, who made the move, who is named in it, or who assigned the task. */
export type NextHolder = 'same' | 'mover' | 'named' | 'assigner';

interface Move {
  act: TaskAct;
  from: readonly TaskState[];
  /** Any of them may make it. */
  by: readonly TaskParty[];
  /** But not by somebody who is this as well. */
  except?: TaskParty;
  to: TaskState;
  holder: NextHolder;
}

/** States in which a task waits for somebody. */
export const WAITING: readonly TaskState[] = ['open', 'started', 'returned'];

/** Every way from one state to another: the table of docs/decisions/328-tasks.md. The first row that fits counts. */
export const TASK_MOVES: readonly Move[] = [
  { act: 'start', from: ['open', 'returned'], by: ['holder'], to: 'started', holder: 'mover' },
  { act: 'finish', from: WAITING, by: ['holder'], to: 'done', holder: 'mover' },
  { act: 'send_back', from: WAITING, by: ['holder'], except: 'assigner', to: 'returned', holder: 'assigner' },
  { act: 'send_back', from: ['done'], by: ['assigner', 'administrator'], to: 'returned', holder: 'same' },
  { act: 'hand_over', from: WAITING, by: ['holder', 'assigner', 'administrator'], to: 'open', holder: 'named' },
  { act: 'reopen', from: ['done'], by: ['holder', 'assigner', 'administrator'], to: 'open', holder: 'same' },
  { act: 'reopen', from: ['cancelled'], by: ['assigner', 'administrator'], to: 'open', holder: 'same' },
  { act: 'cancel', from: WAITING, by: ['assigner', 'administrator'], to: 'cancelled', holder: 'same' },
];

/** Null if the move is not possible from this state, or not for these parties. */
export function moveOf(act: TaskAct, state: TaskState, parties: readonly TaskParty[]): { to: TaskState; holder: NextHolder } | null {
  const move = TASK_MOVES.find((each) => each.act === act && each.from.includes(state) && isMadeBy(each, parties));
  return move === undefined ? null : { to: move.to, holder: move.holder };
}

/** What the parties can do with a task in this state, in the order of the table. */
export function actsOf(state: TaskState, parties: readonly TaskParty[]): TaskAct[] {
  const possible = TASK_MOVES.filter((move) => move.from.includes(state) && isMadeBy(move, parties));
  return [...new Set(possible.map(({ act }) => act))];
}

function isMadeBy({ by, except }: Move, parties: readonly TaskParty[]): boolean {
  return by.some((party) => parties.includes(party)) && !(except !== undefined && parties.includes(except));
}
