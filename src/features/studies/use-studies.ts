import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { isFilteredBySeveral, listQuery, type StudiesAddress } from './studies-address.ts';

/** One page of the list (CALL-077). Opened pages are stored on the device and readable offline. */
export function useStudies({ page, filters }: Pick<StudiesAddress, 'page' | 'filters'>) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['studies', team?.slug ?? null, { page, ...filters }],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studies, { query: listQuery({ page, filters }), signal })),
    placeholderData: keepPreviousData,
  });
}

/** LIST-055: asked only when nothing was found, so that the list does not wait for it. */
export function useStudiesWithout({ filters }: Pick<StudiesAddress, 'filters'>, { total }: { total: number | undefined }) {
  const { team } = useSession<Session>();
  const without = useQuery({
    queryKey: ['studies', team?.slug ?? null, { ...filters, without: '1' }],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studies, { query: { ...filters, without: '1' }, signal })),
    enabled: total === 0 && isFilteredBySeveral(filters),
  });
  return without.data?.without ?? [];
}
