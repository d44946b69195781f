import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { shownThreads } from '#model/comments/shown-comments.ts';
import type { Session } from '#model/session.ts';
import { commentsKey } from '#sync/comments-key.ts';
import { useSession } from '#ui/session-context.tsx';

/** PCALL-108, with what waits on this device. Readable offline once seen. */
export function useThreads(db: LocalDb, study: string) {
  const { user, team } = useSession<Session>();
  const rows = useSavedWrites(db);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: commentsKey(team?.slug ?? null, study),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.comments, { params: { uuid: study }, signal })).data,
  });
  const threads = useMemo(() => {
    const writes = rows.map(({ write }) => write);
    return shownThreads(study, data ?? [], writes, { id: user.id, name: user.name });
  }, [study, data, rows, user.id, user.name]);
  return { threads, isKnown: data !== undefined, error: data === undefined ? error : null, isFetching, refetch };
}

/** PCALL-61: who can be mentioned. The same answer as on the pages of tasks. */
export function usePeople() {
  const { team, user } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['task-assignees', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.taskAssignees, { signal })),
  });
  return useMemo(() => data && { all: data.people, others: data.people.filter(({ id }) => id !== user.id) }, [data, user.id]);
}
