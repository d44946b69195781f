import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import { formatCount, formatShare } from '#ui/format.ts';

/** Texts of the statistics of recognition. */
export const TEXTS = {
  title: 'Recognition quality',
  note: 'Series of all teams that arrived within the last 12 months, by where their acquisition comes from. Only counts are kept: no series is named.',
  failed: 'The statistics could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  empty: 'No series yet',
  emptyWhy:
    'When series have arrived, this page shows how often their acquisition was recognised, and how often a person chose another one.',
  accepted: 'as recognised',
  byHand: 'chosen by hand',
  none: 'none',
  months: 'By month',
  modalities: 'By modality',
  codes: 'By acquisition',
  noCodes: 'No series has an acquisition.',
  month: 'Month',
  modality: 'Modality',
  code: 'Acquisition',
  series: 'Series',
  certainty: 'Mean certainty',
} as const;

export const certaintyText = (score: number | null): string => (score === null ? '' : formatShare(score));
export const seriesText = (count: number): string => formatCount(count);
