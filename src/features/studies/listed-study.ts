import type { AnswerOf, Calls } from '#contract/calls.ts';
import { studyStateToStatus, type Status } from '#model/status.ts';
import { contentName } from '#model/studies/not-images.ts';

export type Study = AnswerOf<Calls['studies']>['data'][number];

/** In a selection: `name` is that of the patient. */
export interface SelectedStudy {
  id: string;
  name: string;
  study: Study;
}

type ListedSeries = Pick<Study['series'][number], 'state' | 'modalityCode'>;

/** The status of one series. Of a report or a structure set, only its files count: no volume is made of it. */
export function seriesStatus(series: ListedSeries): Status {
  return hasEnded(series) && contentName(series.modalityCode) !== null ? 'verified' : studyStateToStatus(series.state);
}

/** The status of a study on the server. Studies of earlier versions of the server failed if a report or structure set had no volume. */
export function listedStatus({ state, series }: { state: Study['state']; series: readonly ListedSeries[] }): Status {
  const hasFailed = series.some((one) => one.state === 'error' && contentName(one.modalityCode) === null);
  return state === 'error' && series.length > 0 && !hasFailed ? 'verified' : studyStateToStatus(state);
}

function hasEnded({ state }: ListedSeries): boolean {
  return state === 'converted' || state === 'error';
}

export function fileCounts(study: { series: readonly Pick<Study['series'][number], 'files' | 'proved'>[] }): {
  files: number;
  proved: number;
} {
  return {
    files: study.series.reduce((sum, series) => sum + series.files, 0),
    proved: study.series.reduce((sum, series) => sum + series.proved, 0),
  };
}

/** Why it failed: the message of its first failed series. */
export function failure(study: { series: readonly (ListedSeries & Pick<Study['series'][number], 'message'>)[] }): string | null {
  return study.series.find((series) => series.state === 'error' && contentName(series.modalityCode) === null)?.message ?? null;
}
