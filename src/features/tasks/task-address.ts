import { TASK_KINDS, TASK_LISTS, type TaskKind, type TaskListName } from '#contract/tasks.ts';

/** The part of 'My work' that is in the address, so that back, reload and sharing work. */
export interface TaskAddress {
  page: number;
  list: TaskListName;
  kind: TaskKind | null;
  /** Tasks that are done are shown as well. */
  done: boolean;
}

export const MY_TASKS: TaskAddress = { page: 1, list: 'mine', kind: null, done: false };

/** Invalid values are ignored. */
export function parseTaskAddress(query: Record<string, unknown>): TaskAddress {
  const page = Number(query['page']);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    list: TASK_LISTS.find((list) => list === query['list']) ?? 'mine',
    kind: TASK_KINDS.find((kind) => kind === query['kind']) ?? null,
    done: query['done'] === 1 || query['done'] === '1',
  };
}

/** Default values are left out. */
export function taskAddressToSearch({ page, list, kind, done }: TaskAddress) {
  return {
    ...(list !== 'mine' ? { list } : {}),
    ...(kind !== null ? { kind } : {}),
    ...(done ? { done: 1 } : {}),
    ...(page > 1 ? { page } : {}),
  };
}
