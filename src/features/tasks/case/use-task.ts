import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Task, TaskList, TaskMove } from '#contract/tasks.ts';
import type { Session } from '#model/session.ts';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { useTaskMoves } from '#features/tasks/task-moves-context.tsx';
import { useSession } from '#ui/session-context.tsx';

/**
 * PCALL-121, with the moves that wait on this device: by the number of the task; null: none. Without the server it is known from the lists that were
 * looked at.
 */
export function useTask(key: string | null): ShownTask | null {
  const { team } = useSession<Session>();
  const { shown } = useTaskMoves();
  const client = useQueryClient();
  const slug = team?.slug ?? null;
  const { data } = useQuery({
    queryKey: ['task', slug, key],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.task, { params: { task: key! }, signal, quiet: true })).data,
    placeholderData: () =>
      listed(client.getQueriesData<TaskList>({ predicate: ({ queryKey: [name, of] }) => isList(name) && of === slug }), key),
    enabled: key !== null,
  });
  return useMemo(() => (data === undefined ? null : shown(data)), [data, shown]);
}

/** PCALL-122: what was decided in earlier rounds of a review, the latest first. */
export function useEarlierDecisions({ uuid, kind, round = 1 }: ShownTask): readonly TaskMove[] {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['task-moves', team?.slug ?? null, uuid],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.taskMoves, { params: { uuid }, signal, quiet: true })).data,
    enabled: kind === 'review' && round > 1,
  });
  return useMemo(() => (data ?? []).filter((move) => move.decision !== null && move.round < round), [data, round]);
}

const isList = (name: unknown): boolean => name === 'tasks' || name === 'reviews';

function listed(lists: readonly (readonly [unknown, TaskList | undefined])[], key: string | null): Task | undefined {
  return lists.flatMap(([, list]) => list?.data ?? []).find(({ id }) => String(id) === key);
}
