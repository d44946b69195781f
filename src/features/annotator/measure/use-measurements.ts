import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Measurement } from '#contract/measurements.ts';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { shownMeasurements } from '#model/measurements/shown-measurements.ts';
import type { Session } from '#model/session.ts';
import { measurementsKey } from '#sync/measurements-key.ts';
import { useSession } from '#ui/session-context.tsx';
import type { StudyMeasurement } from './measure-store.ts';

/** PCALL-90 of each study, with what waits on this device. Readable offline once seen. */
export function useMeasurements(db: LocalDb, studies: readonly string[]) {
  const { user, team } = useSession<Session>();
  const slug = team?.slug ?? null;
  const rows = useSavedWrites(db);
  const answers = useQueries({
    queries: studies.map((uuid) => ({
      queryKey: measurementsKey(slug, uuid),
      queryFn: async ({ signal }: { signal: AbortSignal }) => valueOf(await callApi(CALLS.measurements, { params: { uuid }, signal })).data,
    })),
    combine: allOf,
  });
  const { lists } = answers;
  const measurements = useMemo(
    () =>
      studies.flatMap((study, at): StudyMeasurement[] =>
        shownMeasurements(
          study,
          lists[at] ?? [],
          rows.map(({ write }) => write),
          { id: user.id, name: user.name },
        ).map((each) => ({ ...each, study })),
      ),
    [studies, lists, rows, user.id, user.name],
  );
  return { ...answers, measurements, isLoading: lists.includes(undefined) && answers.error === null };
}

function allOf(results: readonly UseQueryResult<Measurement[]>[]) {
  return {
    lists: results.map(({ data }) => data),
    error: results.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => void Promise.all(results.map(({ refetch }) => refetch())),
  };
}
