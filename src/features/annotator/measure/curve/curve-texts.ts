import { t } from '#language/t.ts';

export const CURVE_TEXTS = {
  byVolume: t('Over the volumes'),
  byB: t('By b-value'),
  overTime: t('Over time'),
  time: t('Time'),
  volume: t('Volume'),
  b: t('b in s/mm²'),
  mean: t('Mean'),
  none: t('No values'),
  noAdc: t('No ADC: a signal is not above 0.'),
} as const;
