import type { StudyState } from '#contract/entities.ts';

/**
 * One vocabulary for users (architecture.md, promise 1; design.md §5): ten statuses, and the given names of the specification mapped to them. A
 * status is never ahead of the facts: each one states only what is certain.
 */
export const STATUSES = [
  'reading',
  'on this device',
  'queued',
  'sending',
  'on server',
  'verified',
  'converting',
  'converted',
  'failed',
  'skipped',
] as const;
export type Status = (typeof STATUSES)[number];

/** given (UPL2-029): the names of the specification. */
export type SpecifiedSeriesStatus = 'skipped' | 'uploading' | 'uploaded' | 'converting' | 'generatingNii' | 'error' | 'done';

const STATUS_OF_STATE: Record<StudyState, Status> = {
  receiving: 'sending',
  proved: 'verified',
  converting: 'converting',
  converted: 'converted',
  error: 'failed',
};

/** The status of a study or a series on the server: all files of a failed one are verified. */
export function studyStateToStatus(state: StudyState): Status {
  return STATUS_OF_STATE[state];
}

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

/** From least to most advanced. `failed` overrides all others; `skipped` counts only if there is nothing else. */
const ADVANCE: readonly Status[] = ['reading', 'on this device', 'queued', 'sending', 'on server', 'verified', 'converting', 'converted'];

/** In progress: if one series has one of these, another one that still waits does not make its study wait. */
const UNDER_WAY: readonly Status[] = ['sending', 'on server', 'verified'];

/**
 * A study has the status of its least advanced selected series, and is sending once one of them is. `failed` overrides (design.md §5, picture 06).
 */
export function studyStatus(seriesStatuses: readonly Status[]): Status {
  if (seriesStatuses.includes('failed')) return 'failed';
  const selected = seriesStatuses.filter((status) => status !== 'skipped');
  if (selected.length === 0) return 'skipped';
  const least = selected.reduce((a, b) => (ADVANCE.indexOf(b) < ADVANCE.indexOf(a) ? b : a));
  return least === 'queued' && selected.some((status) => UNDER_WAY.includes(status)) ? 'sending' : least;
}
