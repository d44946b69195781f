import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** One study (CALL-078), by uuid. Readable offline once seen. */
export function useStudyDetail(uuid: string) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['study', team?.slug ?? null, uuid],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.study, { params: { id: uuid }, signal })).data,
  });
}

/** The same with its series (CALL-079). */
export function useStudy(uuid: string) {
  const { team } = useSession<Session>();
  const slug = team?.slug ?? null;
  const study = useStudyDetail(uuid);
  const series = useQuery({
    queryKey: ['study-series', slug, uuid],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studySeries, { params: { id: uuid }, signal })).data,
  });
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
