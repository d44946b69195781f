import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { adminKey, useSlug } from '#features/administration/use-admin-lists.ts';

/** PCALL-35, newest first. */
export function useXrSessions(page: number) {
  return useQuery({
    queryKey: [...adminKey('xr-sessions', useSlug()), page],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.xrSessions, { query: { page }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** PCALL-34. */
export function useXrWorkers() {
  return useQuery({
    queryKey: adminKey('xr-workers', useSlug()),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.xrWorkers, { signal })),
  });
}
