import type { AnswerOf, Calls } from '#contract/calls.ts';
import { studyStateToStatus, type Status } from '#model/status.ts';

export type Study = AnswerOf<Calls['studies']>['data'][number];

/** In a selection: `name` is that of the patient. */
export interface SelectedStudy {
  id: string;
  name: string;
  study: Study;
}

/** The status of one series. */
export function seriesStatus({ state }: Pick<Study['series'][number], 'state'>): Status {
  return studyStateToStatus(state);
}

/** The status of a study on the server. */
export function listedStatus(study: Pick<Study, 'state'>): Status {
  return studyStateToStatus(study.state);
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
export function failure(study: { series: readonly Pick<Study['series'][number], 'state' | 'message'>[] }): string | null {
  return study.series.find((series) => series.state === 'error')?.message ?? null;
}
