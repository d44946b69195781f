import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { listQuery, type StudiesAddress } from './studies-address.ts';

/** One page of the list (CALL-077). Opened pages are stored on the device and readable offline. */
export function useStudies({ page, search, uploadId, labelId, projectId }: StudiesAddress) {
  const list = { page, search, uploadId, labelId, projectId };
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['studies', team?.slug ?? null, list],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studies, { query: listQuery(list), signal })),
    placeholderData: keepPreviousData,
  });
}
