import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { datasetsAddressToQuery, patientsAddressToQuery, type DatasetsAddress, type PatientsAddress } from './datasets-address.ts';

/** One page of the list (PCALL-14). Opened pages are stored on the device and readable offline. */
export function useDatasets(address: DatasetsAddress, enabled = true) {
  const { team } = useSession<Session>();
  const query = datasetsAddressToQuery(address);
  return useQuery({
    enabled,
    queryKey: ['datasets', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.datasets, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** As a list of one, which is empty if the dataset does not exist. */
export function useDataset(id: string) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['dataset', team?.slug ?? null, id],
    queryFn: async ({ signal }) => {
      if (!/^[1-9]\d{0,14}$/.test(id)) return { data: [] };
      const answer = await callApi(CALLS.dataset, { params: { id }, signal });
      if (!answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'not_found') return { data: [] };
      return { data: [valueOf(answer)] };
    },
  });
}

/** One page of the patients of a dataset (PCALL-55). */
export function useDatasetPatients(id: number, address: PatientsAddress) {
  const { team } = useSession<Session>();
  const query = patientsAddressToQuery(address);
  return useQuery({
    queryKey: ['dataset-patients', team?.slug ?? null, id, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.datasetPatients, { params: { id: String(id) }, query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Structures that match the words (PCALL-15). */
export function useStructureOptions(search: string) {
  const { team } = useSession<Session>();
  const query = search === '' ? {} : { search };
  return useQuery({
    queryKey: ['structures', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.structures, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** After a change, datasets and their patients are requested again. */
export function useDatasetsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['datasets', 'dataset', 'dataset-patients', 'dataset-versions'];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
