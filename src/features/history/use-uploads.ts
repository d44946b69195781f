import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import type { HistoryAddress } from './history-address.ts';

/** States come from the change log, but the number of verified files does not, so uploads in progress are polled. */
const ASK_AGAIN_MS = 10_000;

/** One page of the history (CALL-054). Opened pages are stored on the device and readable offline. */
export function useUploads({ page, search, mine, progress }: HistoryAddress) {
  const { team } = useSession<Session>();
  const query = { page, search, ...(mine ? { mine: '1' as const } : {}), ...(progress === null ? {} : { progress }) };
  return useQuery({
    queryKey: ['uploads', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.uploads, { query, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((upload) => upload.progress === 'sending') ? ASK_AGAIN_MS : false),
  });
}
