import { expect, it } from 'vitest';
import { windowOfRegion } from './region-window.ts';

/** 10 x 10, with the values 0 to 99. */
const PICTURE = { columns: 10, rows: 10, samples: Float32Array.from({ length: 100 }, (_, at) => at) };
const AS_STORED = { slope: 1, intercept: 0 };
const at = (x: number, y: number) => ({ x, y });

it('is from the 2nd to the 98th percentile of the values between the corners, in whatever order they are [ANN-08]', () => {
  const whole = { center: 49.5, width: 97 };
  expect(windowOfRegion(PICTURE, at(0, 0), at(9, 9), AS_STORED)).toEqual(whole);
  expect(windowOfRegion(PICTURE, at(20, -5), at(-3, 12), AS_STORED)).toEqual(whole);
  expect(windowOfRegion(PICTURE, at(2, 3), at(4, 3), AS_STORED)).toEqual({ center: 33, width: 2 });
});

it('leaves single bright pixels out', () => {
  const samples = PICTURE.samples.map((value) => (value === 55 ? 5000 : 10 + (value % 10)));
  expect(windowOfRegion({ ...PICTURE, samples }, at(0, 0), at(9, 9), AS_STORED)).toEqual({ center: 14.5, width: 9 });
});

it('is of rescaled values, also if the slope is negative', () => {
  expect(windowOfRegion(PICTURE, at(2, 3), at(4, 3), { slope: 2, intercept: -1000 })).toEqual({ center: -934, width: 4 });
  expect(windowOfRegion(PICTURE, at(2, 3), at(4, 3), { slope: -1, intercept: 0 })).toEqual({ center: -33, width: 2 });
});

it('is at least 1 unit wide, and none without a value', () => {
  expect(windowOfRegion(PICTURE, at(5, 5), at(5, 5), AS_STORED)).toEqual({ center: 55, width: 1 });
  expect(windowOfRegion(PICTURE, at(12, 0), at(15, 9), AS_STORED)).toBe(null);
  const samples = new Float32Array(100).fill(NaN);
  expect(windowOfRegion({ ...PICTURE, samples }, at(0, 0), at(9, 9), AS_STORED)).toBe(null);
});
