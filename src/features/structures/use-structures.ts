import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { CategoryOption } from '#contract/entities.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { structuresAddressToQuery, type StructuresAddress } from './structures-address.ts';

/** One page of the list (PCALL-15). Opened pages are stored on the device and readable offline. */
export function useStructures(address: StructuresAddress) {
  const { team } = useSession<Session>();
  const query = structuresAddressToQuery(address);
  return useQuery({
    queryKey: ['structures', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.structures, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** As a list of one, which is empty if the structure does not exist. */
export function useStructure(id: string) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['structure', team?.slug ?? null, id],
    queryFn: async ({ signal }) => {
      if (!/^[1-9]\d{0,14}$/.test(id)) return { data: [] };
      const answer = await callApi(CALLS.structure, { params: { id }, signal });
      if (!answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'not_found') return { data: [] };
      return { data: [valueOf(answer)] };
    },
  });
}

/** The segmentations of a structure that this user may see (PCALL-16). */
export function useSegmentationsOf(slug: string, maySee: boolean) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['segmentations', team?.slug ?? null, { structure: slug }],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.segmentations, { query: { structure: slug }, signal })),
    enabled: maySee,
  });
}

/** Body parts (CALL-035), also hidden ones, in list order; empty if never read on this device. The query is shared with the upload page. */
export function useCategories(): readonly CategoryOption[] {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['categories', team?.slug ?? null],
    queryFn: async () => valueOf(await callApi(CALLS.categories)),
  });
  return data?.data ?? [];
}

const OF_STRUCTURES = ['structures', 'structure', 'categories', 'shared-structures', 'shared-categories'];

/** After a change, lists and structures are requested again. */
export function useAskAgain(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(OF_STRUCTURES.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
