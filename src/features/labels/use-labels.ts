import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

export const labelsKey = (team: string | null) => ['labels', team] as const;

/** Labels of the team (CALL-027), by name; without a network the last ones read (PWA-20). */
export function useLabels() {
  const { team } = useSession<Session>();
  const slug = team?.slug ?? null;
  return useQuery({
    queryKey: labelsKey(slug),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.labels, { signal, quiet: true })).data,
  });
}
