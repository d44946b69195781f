import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StudyDetail } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { earlierStudies } from './earlier-studies.ts';
import { usePatient } from './patients/use-patients.ts';
import { seriesQuery, studyQuery } from './use-study.ts';

/** Earlier studies of the same patient with their series, the latest first. What is not loaded, or not on the device, is left out. */
export function useEarlierStudies(study: StudyDetail | undefined) {
  const { team } = useSession<Session>();
  const slug = team?.slug ?? null;
  const patient = usePatient(study?.patient);
  const uuids = study === undefined ? [] : earlierStudies(study, patient.data?.list ?? []);
  const studies = useQueries({ queries: uuids.map((uuid) => studyQuery(slug, uuid)), combine: answers });
  const series = useQueries({ queries: uuids.map((uuid) => seriesQuery(slug, uuid)), combine: answers });
  // The same as before while nothing new was loaded, so that what is shown beside the study is not drawn again.
  return useMemo(
    () =>
      studies.flatMap((one, at) => {
        const own = series[at];
        return one === undefined || own === undefined ? [] : [{ study: one, series: own }];
      }),
    [studies, series],
  );
}

function answers<T>(queries: readonly { data: T | undefined }[]): (T | undefined)[] {
  return queries.map(({ data }) => data);
}
