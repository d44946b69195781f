import { expect, it } from 'vitest';
import { countValues } from './histogram.ts';

const RESCALE = { rescaleSlope: 2, rescaleIntercept: -10 };

it('counts rescaled values of all images, and finds the 1st and the 99th percentile [ENT-61]', () => {
  const samples = Int16Array.from({ length: 1000 }, (_, index) => index);
  const counted = countValues(
    [
      { samples: samples.slice(0, 500), ...RESCALE },
      { samples: samples.slice(500), ...RESCALE },
    ],
    1000,
  );
  expect(counted).toMatchObject({ lowest: -10, highest: 1988 });
  expect(counted!.counts.reduce((sum, count) => sum + count, 0)).toBe(1000);
  expect([counted!.low, counted!.high].map(Math.round)).toEqual([8, 1968]);
});

it('one value, values that are no numbers, and no images', () => {
  const only = { samples: new Int16Array(9).fill(7), rescaleSlope: 1, rescaleIntercept: 0 };
  expect(countValues([only])).toMatchObject({ lowest: 7, highest: 7, low: 7, high: 7 });
  const broken = { samples: Float32Array.of(Number.NaN, 1, Infinity, 2), rescaleSlope: 1, rescaleIntercept: 0 };
  expect(countValues([broken])).toMatchObject({ lowest: 1, highest: 2, low: 1, high: 2 });
  expect(countValues([])).toBeNull();
});
