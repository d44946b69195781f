import type { SeriesState, StudyState, UploadState } from '#contract/entities.ts';

const hasEnded = (state: SeriesState): boolean => state === 'converted' || state === 'error';

/**
 * CONV-012: a study whose series have all ended is converted if at least one of them is, otherwise error. Until then, the least advanced
 * series counts.
 */
export function studyState(series: readonly SeriesState[]): StudyState {
  if (series.length === 0 || series.includes('receiving')) return 'receiving';
  if (series.every(hasEnded)) return series.includes('converted') ? 'converted' : 'error';
  return series.every((state) => state === 'proved') ? 'proved' : 'converting';
}

/** The page's state as the server sees it: an upload is being sent until all is verified, and finished once every series has ended. */
export function uploadState(series: readonly SeriesState[]): UploadState {
  if (series.length === 0 || series.includes('receiving')) return 'upload';
  return series.every(hasEnded) ? 'finished' : 'converting';
}
