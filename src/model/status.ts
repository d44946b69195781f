/**
 * One vocabulary for people (architecture.md, promise 1; design.md §5): ten words, and the given names of the specification mapped to them.
 * A status never runs ahead of the truth: each word says what has been shown to be so, and by whom.
 */
export const STATUSES = [
  'reading',
  'on this device',
  'queued',
  'sending',
  'on server',
  'proved',
  'converting',
  'converted',
  'failed',
  'skipped',
] as const;
export type Status = (typeof STATUSES)[number];

/** given (UPL2-029): the names of the specification. */
export type SpecifiedSeriesStatus = 'skipped' | 'uploading' | 'uploaded' | 'converting' | 'generatingNii' | 'error' | 'done';

const STATUS_OF_SPECIFIED: Record<SpecifiedSeriesStatus, Status> = {
  skipped: 'skipped',
  uploading: 'sending',
  uploaded: 'on server',
  generatingNii: 'converting',
  converting: 'converting',
  error: 'failed',
  done: 'converted',
};

export function specifiedStatusToStatus(status: SpecifiedSeriesStatus): Status {
  return STATUS_OF_SPECIFIED[status];
}

/** States of the page, given (upload §4). */
export const PAGE_STATES = ['ready', 'preview', 'upload', 'converting', 'finished'] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** From least to most advanced; `failed` wins over all, `skipped` counts only when nothing else is there. */
const ADVANCE: readonly Status[] = ['reading', 'on this device', 'queued', 'sending', 'on server', 'proved', 'converting', 'converted'];

/** On its way: with one of these beside it, a series that still waits its turn does not make its study wait. */
const UNDER_WAY: readonly Status[] = ['sending', 'on server', 'proved'];

/** A study shows its least advanced selected series, and is sending once one of them is; failed wins (design.md §5, picture 06). */
export function studyStatus(seriesStatuses: readonly Status[]): Status {
  if (seriesStatuses.includes('failed')) return 'failed';
  const selected = seriesStatuses.filter((status) => status !== 'skipped');
  if (selected.length === 0) return 'skipped';
  const least = selected.reduce((a, b) => (ADVANCE.indexOf(b) < ADVANCE.indexOf(a) ? b : a));
  return least === 'queued' && selected.some((status) => UNDER_WAY.includes(status)) ? 'sending' : least;
}
