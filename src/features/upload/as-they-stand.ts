import type { Status } from '#model/status.ts';
import type { StudyView } from '#model/upload-view.ts';

/** While nothing moves nothing is being sent: what is on its way waits (picture 07). Everything else is as true as before. */
export function asTheyStand(studies: readonly StudyView[]): StudyView[] {
  return studies.map((study) => ({
    ...study,
    status: standing(study.status),
    series: study.series.map((series) => ({ ...series, status: standing(series.status) })),
  }));
}

export function standing(status: Status): Status {
  return status === 'sending' ? 'queued' : status;
}
