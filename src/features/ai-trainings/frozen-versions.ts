import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Datasets that match the words (PCALL-14). The query is shared with their list. */
export function useDatasetOptions(search: string, enabled: boolean) {
  const { team } = useSession<Session>();
  const query = search === '' ? {} : { search };
  return useQuery({
    queryKey: ['datasets', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.datasets, { query, signal })),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The newest versions of a dataset. Only frozen ones can be trained on. */
export function useFrozenVersions(dataset: number | null) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['dataset-versions', team?.slug ?? null, dataset, {}],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.datasetVersions, { params: { id: String(dataset) }, signal })),
    enabled: dataset !== null,
  });
}
