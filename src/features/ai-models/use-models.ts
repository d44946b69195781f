import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { isGone } from '#api/failure-status.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { modelsAddressToQuery, type ModelsAddress } from './models-address.ts';

/** One page of the list (PCALL-20). Opened pages are stored on the device and readable offline. */
export function useModels(address: ModelsAddress) {
  const { team } = useSession<Session>();
  const query = modelsAddressToQuery(address);
  return useQuery({
    queryKey: ['ai-models', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiModels, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** CALL-081. Null: no model is asked for. */
export function useModel(id: number | null) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-model', team?.slug ?? null, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiModel, { params: { id: String(id) }, signal })).data,
    retry: (failures, error) => !isGone(error) && failures < 1,
    enabled: id !== null,
  });
}

/** PCALL-200. */
export function useNextCases(id: number) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-next-cases', team?.slug ?? null, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.nextCases, { params: { id: String(id) }, signal })).data,
  });
}

/** The training that made a version, for those who may see trainings. */
export function useTrainingOf(id: number | null) {
  const { team, permissions } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-training', team?.slug ?? null, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiTraining, { params: { id: String(id) }, signal, quiet: true })).data,
    enabled: id !== null && permissions.has('r:ai-trainings'),
    retry: false,
  });
}

/** Structures that match the words (PCALL-15). The query is shared with their list. */
export function useStructureOptions(search: string) {
  const { team } = useSession<Session>();
  const query = search === '' ? {} : { search };
  return useQuery({
    queryKey: ['structures', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.structures, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** After a change, models are requested again. */
export function useModelsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['ai-models', 'ai-model', 'ai-next-cases'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
