import type { Status } from '#model/status.ts';
import type { StudyView, UploadView } from '#model/uploads/upload-view.ts';
import { withStalledStatuses } from '#features/upload/sending/stalled-statuses.ts';
import { studiesToSend } from '#features/upload/sending/stalled.ts';

/** This many studies have a separate line. */
const STUDIES_SHOWN = 4;

/** The most important first: failed, moving, waiting, done. */
const RANK: readonly Status[] = [
  'failed',
  'sending',
  'on server',
  'converting',
  'verified',
  'queued',
  'reading',
  'on this device',
  'converted',
  'skipped',
];

export interface MiniStudies {
  /** At most four, in the order of the upload, so that lines do not move while all fit. */
  shown: readonly StudyView[];
  more: number;
}

/** The studies of the mini uploader, with the statuses of the upload page. */
export function miniStudies(view: UploadView, isMoving: boolean): MiniStudies {
  const going = isMoving ? studiesToSend(view) : withStalledStatuses(studiesToSend(view));
  const first = going
    .map((study, at) => ({ study, at }))
    .sort((a, b) => RANK.indexOf(a.study.status) - RANK.indexOf(b.study.status) || a.at - b.at)
    .slice(0, STUDIES_SHOWN)
    .sort((a, b) => a.at - b.at);
  return { shown: first.map(({ study }) => study), more: going.length - first.length };
}

/** Share of bytes on the server, 0 to 1; null if nothing is being sent. The same as in the lamp and the tab title. */
export function sentShare({ state, bytes }: Pick<UploadView, 'state' | 'bytes'>): number | null {
  if (state === 'ready' || state === 'preview' || bytes.queued === 0) return null;
  return bytes.confirmed / bytes.queued;
}

/** Series whose conversion has ended, of all sent series. */
export function convertedSeries(view: Pick<UploadView, 'studies'>): { ended: number; total: number } {
  const going = view.studies.flatMap((study) => study.series).filter((series) => series.status !== 'skipped');
  return { ended: going.filter(({ status }) => status === 'converted' || status === 'failed').length, total: going.length };
}
