import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Uses are written once a minute. */
const ASK_AGAIN_MS = 60_000;

/** PCALL-30. Readable offline. Keys are never among it. */
export function useApiUsers() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['api-users', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.apiUsers, { signal })),
    refetchInterval: ASK_AGAIN_MS,
  });
}

export function useApiUsersChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['api-users'] });
}
