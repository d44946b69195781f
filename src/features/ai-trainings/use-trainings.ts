import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { isGone } from '#api/failure-status.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { trainingsAskedAgain } from '#model/ai/asked-again.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { trainingsAddressToQuery, type TrainingsAddress } from './trainings-address.ts';

/** One page of the list (PCALL-21). Opened pages are stored on the device and readable offline. */
export function useTrainings(address: TrainingsAddress) {
  const { team } = useSession<Session>();
  const query = trainingsAddressToQuery(address);
  return useQuery({
    queryKey: ['ai-trainings', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiTrainings, { query, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => trainingsAskedAgain(data?.data),
  });
}

/** One training with its rounds and its log. */
export function useTraining(id: number | null) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-training', team?.slug ?? null, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiTraining, { params: { id: String(id) }, signal })).data,
    retry: (failures, error) => !isGone(error) && failures < 1,
    refetchInterval: ({ state: { data } }) => trainingsAskedAgain(data && [data]),
    enabled: id !== null,
  });
}

/** Models that match the words, the newest (PCALL-20). The query is shared with their list. */
export function useModelOptions(search: string) {
  const { team } = useSession<Session>();
  const query = search === '' ? {} : { search };
  return useQuery({
    queryKey: ['ai-models', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiModels, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** CALL-081, for a model that is named in the address. */
export function useModel(id: number | null) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-model', team?.slug ?? null, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiModel, { params: { id: String(id) }, signal, quiet: true })).data,
    enabled: id !== null,
    retry: false,
  });
}

/** CALL-082: whether the segmentations of a structure that changed last fit a model. `total`: of all. */
export function useFittingSegmentations(model: number, structure: number, isWanted: boolean) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-train-segmentations', team?.slug ?? null, model, structure],
    queryFn: async ({ signal }) => {
      const asked = { signal, quiet: true };
      const { slug } = valueOf(await callApi(CALLS.structure, { params: { id: String(structure) }, ...asked }));
      const { data: listed, total } = valueOf(await callApi(CALLS.segmentations, { query: { page: 1, structure: slug }, ...asked }));
      if (listed.length === 0) return { checked: [], total };
      const query = { segmentationId: listed.map(({ id }) => id).join(',') };
      const { data } = valueOf(await callApi(CALLS.trainSegmentations, { params: { modelId: String(model) }, query, ...asked }));
      const authors = new Map(listed.map(({ id, user }) => [id, user?.name ?? null]));
      return { checked: data.map((each) => ({ ...each, author: authors.get(each.id) ?? null })), total };
    },
    enabled: isWanted,
  });
}

/** After a change, trainings are requested again. */
export function useTrainingsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['ai-trainings', 'ai-training'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
