import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Category } from '#contract/entities.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

export interface BodyParts {
  /** Null if never read on this device. */
  list: readonly Category[] | null;
  slugs: ReadonlySet<string> | null;
}

/** Body parts of the team (CALL-035). Stored on the device, so that they can be chosen without a server. */
export function useBodyParts(): BodyParts {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['categories', team?.slug ?? null],
    queryFn: async () => valueOf(await callApi(CALLS.categories)),
    staleTime: 10 * 60_000,
  });
  return useMemo(() => {
    const list = data?.data.filter(({ hidden }) => hidden !== true) ?? null;
    return { list, slugs: list && new Set(list.map((category) => category.slug)) };
  }, [data]);
}
