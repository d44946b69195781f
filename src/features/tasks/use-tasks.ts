import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf, type ApiFailure, type ApiResult } from '#api/result.ts';
import { CALLS, type BodyOf, type Calls } from '#contract/calls.ts';
import type { SentTaskMove, Task, TaskKind, TaskList, TaskListName } from '#contract/tasks.ts';
import type { Session } from '#model/session.ts';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { dayOf, startOfDay } from './task-days.ts';
import { useTaskMoves } from './task-moves-context.tsx';
import { useDay } from './use-day.ts';
import { failureText } from './texts.ts';

interface TasksAsked {
  page?: number;
  list?: TaskListName;
  kind?: TaskKind | null;
  study?: string;
  done?: boolean;
}

/** Tasks (PCALL-60). Opened pages are stored on the device and readable offline. */
export function useTasks({ page = 1, list = 'mine', kind = null, study, done = false }: TasksAsked, { enabled = true } = {}) {
  const { team } = useSession<Session>();
  const now = useDay();
  const query = {
    ...(page > 1 && { page }),
    ...(list !== 'mine' && { list }),
    ...(kind !== null && { kind }),
    ...(study !== undefined && { study }),
    ...(done && { done: '1' as const }),
    ...{ today: dayOf(now), since: startOfDay(now) },
  };
  const tasks = useQuery({
    queryKey: ['tasks', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.tasks, { query, signal })),
    placeholderData: keepPreviousData,
    enabled,
  });
  return { ...tasks, data: useShownList(tasks.data), today: query.today };
}

/** With the moves that wait on this device. */
export function useShownList(list: TaskList | undefined): ShownTaskList | undefined {
  const { shown } = useTaskMoves();
  return useMemo(() => list && { ...list, data: list.data.map(shown) }, [list, shown]);
}

export type ShownTaskList = Omit<TaskList, 'data'> & { data: ShownTask[] };

/** PCALL-65. */
export function useTaskCounts() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['task-counts', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.taskCounts, { signal })),
    enabled: team !== null,
  });
}

/** PCALL-61. */
export function useAssignees() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['task-assignees', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.taskAssignees, { signal })),
  });
}

/** Changes of tasks. The lists are requested again after each, also after a refusal: somebody else may have changed the task. */
export function useTaskActions() {
  const client = useQueryClient();
  const moves = useTaskMoves();
  const [busy, setBusy] = useState(false);
  async function send<T>(call: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    setBusy(true);
    const answer = await call();
    setBusy(false);
    await Promise.all(CHANGED.map((name) => client.invalidateQueries({ queryKey: [name] })));
    return answer;
  }
  return {
    busy,
    assign: (body: BodyOf<Calls['assignTasks']>) => send(() => callApi(CALLS.assignTasks, { body })),
    change: (uuid: string, body: BodyOf<Calls['changeTask']>) => send(() => callApi(CALLS.changeTask, { params: { uuid }, body })),
    /** Kept on this device if the task is this user's own, and sent later; a refusal is said then. */
    async move(task: Task, body: SentTaskMove): Promise<ApiResult<unknown>> {
      if (!moves.isKept(task, body.act)) return send(() => callApi(CALLS.moveTask, { params: { uuid: task.uuid }, body }));
      await moves.save!(task, body);
      return { ok: true, value: null };
    },
  };
}

const CHANGED = ['tasks', 'task-counts', 'reviews', 'review-counts', 'task', 'task-moves', 'ai-next-cases'];

/** For actions without a form, which has no place for a message. */
export function showRefusal(answer: { ok: true } | { ok: false; failure: ApiFailure }): void {
  if (!answer.ok) showFailure(failureText(answer.failure));
}
