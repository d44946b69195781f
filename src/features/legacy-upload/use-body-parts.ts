import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Category } from '#contract/entities.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Body parts of the team (CALL-035), stored on this device under a shared query key; null if never read here. */
export function useBodyParts(): readonly Category[] | null {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['categories', team?.slug ?? null],
    queryFn: async () => valueOf(await callApi(CALLS.categories)),
    staleTime: 10 * 60_000,
  });
  return useMemo(() => data?.data.filter(({ hidden }) => hidden !== true) ?? null, [data]);
}
