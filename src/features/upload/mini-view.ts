import type { Status } from '#model/status.ts';
import type { StudyView, UploadView } from '#model/upload-view.ts';
import { asTheyStand } from './as-they-stand.ts';
import { goingStudies } from './standstill.ts';

/** So many studies have a line of their own. */
const STUDIES_SHOWN = 4;

/** What matters most to who looks at something else: what broke, then what moves, then what waits, then what is done. */
const RANK: readonly Status[] = [
  'failed',
  'sending',
  'on server',
  'converting',
  'proved',
  'queued',
  'reading',
  'on this device',
  'converted',
  'skipped',
];

export interface MiniStudies {
  /** At most four, in the order of the upload, so that none changes its place while all have one. */
  shown: readonly StudyView[];
  more: number;
}

/** The studies of the mini uploader, with the words of the upload page. */
export function miniStudies(view: UploadView, isMoving: boolean): MiniStudies {
  const going = isMoving ? goingStudies(view) : asTheyStand(goingStudies(view));
  const first = going
    .map((study, at) => ({ study, at }))
    .sort((a, b) => RANK.indexOf(a.study.status) - RANK.indexOf(b.study.status) || a.at - b.at)
    .slice(0, STUDIES_SHOWN)
    .sort((a, b) => a.at - b.at);
  return { shown: first.map(({ study }) => study), more: going.length - first.length };
}

/** Bytes on the server of all that go, 0 to 1; null where nothing was sent off. The same as the lamp and the tab's title say. */
export function sentShare({ state, bytes }: Pick<UploadView, 'state' | 'bytes'>): number | null {
  if (state === 'ready' || state === 'preview' || bytes.queued === 0) return null;
  return bytes.confirmed / bytes.queued;
}

/** Series whose conversion has ended, of all that go. */
export function convertedSeries(view: Pick<UploadView, 'studies'>): { ended: number; total: number } {
  const going = view.studies.flatMap((study) => study.series).filter((series) => series.status !== 'skipped');
  return { ended: going.filter(({ status }) => status === 'converted' || status === 'failed').length, total: going.length };
}
