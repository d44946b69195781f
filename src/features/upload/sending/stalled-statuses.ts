import type { Status } from '#model/status.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';

/** While the upload is stalled, what was being sent waits (picture 07). Other statuses are unchanged. */
export function withStalledStatuses(studies: readonly StudyView[]): StudyView[] {
  return studies.map((study) => ({
    ...study,
    status: stalledStatus(study.status),
    series: study.series.map((series) => ({ ...series, status: stalledStatus(series.status) })),
  }));
}

export function stalledStatus(status: Status): Status {
  return status === 'sending' ? 'queued' : status;
}
