import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** One page of the history (CALL-054). Pages that were opened are kept on the device and read offline. */
export function useUploads(page: number) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['uploads', team?.slug ?? null, page],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.uploads, { query: { page }, signal })),
    placeholderData: keepPreviousData,
  });
}
