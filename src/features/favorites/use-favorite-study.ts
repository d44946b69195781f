import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { failureStatus } from '#api/failure-status.ts';
import { valueOf } from '#api/result.ts';
import { CALLS, type AnswerOf, type Calls } from '#contract/calls.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';

type Study = AnswerOf<Calls['study']>['data'];
type ListedStudy = AnswerOf<Calls['studies']>['data'][number];

/** The parts of a study that its row shows. */
export interface FavoriteStudy {
  /** Display name; null if nothing of the study is known here. */
  name: string | null;
  modality: string;
  series: { uuid: string; state: string } | null;
  /** The server says that the study does not exist. */
  isGone: boolean;
}

/** From data of the study on this device: its panel or a list. A study never seen here is fetched once and then kept (FAV-09). */
export function useFavoriteStudy(team: string, uuid: string): FavoriteStudy {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['study', team, uuid],
    queryFn: async ({ signal }): Promise<Study> => valueOf(await callApi(CALLS.study, { params: { id: uuid }, signal, quiet: true })).data,
  });
  const study: ListedStudy | undefined = data ?? listed(uuid);
  return {
    name: study === undefined ? null : patientNameToText(study.data.patientName),
    modality: study?.modality ?? '',
    series: study?.series[0] ?? null,
    isGone: failureStatus(error) === 404,
  };

  function listed(uuid: string): ListedStudy | undefined {
    const lists = client.getQueriesData<AnswerOf<Calls['studies']>>({ queryKey: ['studies', team] });
    return lists.flatMap(([, list]) => list?.data ?? []).find((study) => study.uuid === uuid);
  }
}
