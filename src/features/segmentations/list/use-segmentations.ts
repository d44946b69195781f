import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { segmentationsAddressToQuery, type SegmentationsAddress } from './segmentations-address.ts';

/** One page of the list (PCALL-16). Opened pages are stored on the device and readable offline. */
export function useSegmentations(address: SegmentationsAddress) {
  const { team } = useSession<Session>();
  const query = segmentationsAddressToQuery(address);
  return useQuery({
    queryKey: ['segmentations', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.segmentations, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useSegments(list: string, page: number) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['segments', team?.slug ?? null, list, page],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.segments, { query: { list, page }, signal })),
    placeholderData: keepPreviousData,
  });
}
