import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** CALL-078. Readable offline once seen. */
export const studyQuery = (team: string | null, uuid: string) => ({
  queryKey: ['study', team, uuid],
  queryFn: async ({ signal }: { signal: AbortSignal }) => valueOf(await callApi(CALLS.study, { params: { id: uuid }, signal })).data,
});

/** CALL-079. Readable offline once seen. */
export const seriesQuery = (team: string | null, uuid: string) => ({
  queryKey: ['study-series', team, uuid],
  queryFn: async ({ signal }: { signal: AbortSignal }) => valueOf(await callApi(CALLS.studySeries, { params: { id: uuid }, signal })).data,
});

/** One study and its series, by uuid. */
export function useStudy(uuid: string) {
  const { team } = useSession<Session>();
  const slug = team?.slug ?? null;
  const study = useQuery(studyQuery(slug, uuid));
  const series = useQuery(seriesQuery(slug, uuid));
  return {
    study: study.data,
    series: series.data,
    /** Neither failure hides data that is already shown. */
    error: study.error ?? series.error,
    isFetching: study.isFetching || series.isFetching,
    seenAt: Math.min(study.dataUpdatedAt, series.dataUpdatedAt),
    refetch: () => Promise.all([study.refetch(), series.refetch()]),
  };
}
