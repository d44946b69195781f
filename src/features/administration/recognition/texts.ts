import { inContext, t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import { formatCount, formatShare } from '#ui/format.ts';

/** Texts of the statistics of recognition. */
export const TEXTS = {
  title: t('Recognition quality'),
  note: t(
    'Series of all teams that arrived within the last 12 months, by where their acquisition comes from. Only counts are kept: no series is named.',
  ),
  failed: t('The statistics could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  empty: t('No series yet'),
  emptyWhy: t(
    'When series have arrived, this page shows how often their acquisition was recognised, and how often a person chose another one.',
  ),
  accepted: t('as recognised'),
  byHand: t('chosen by hand'),
  none: t('none'),
  months: t('By month'),
  modalities: t('By modality'),
  codes: t('By acquisition'),
  noCodes: t('No series has an acquisition.'),
  month: t('Month'),
  modality: t('Modality'),
  code: t('Acquisition'),
  series: inContext('several', 'Series'),
  certainty: t('Mean certainty'),
} as const;

export const certaintyText = (score: number | null): string => (score === null ? '' : formatShare(score));
export const seriesText = (count: number): string => formatCount(count);
