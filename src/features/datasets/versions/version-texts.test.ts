import { expect, it } from 'vitest';
import { resampledTexts } from './version-texts.ts';

it('a version names the channels that were resampled, and in how many studies [DSET-04]', () => {
  expect(resampledTexts({ channels: ['MR', 'ADC', 'DWI'], resampled: [0, 3, 1] })).toEqual([
    'ADC resampled in 3 studies',
    'DWI resampled in 1 study',
  ]);
  // Kept answers of an older server.
  expect(resampledTexts({ channels: ['MR', 'ADC'] })).toEqual([]);
});
