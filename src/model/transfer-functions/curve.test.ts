import { expect, it } from 'vitest';
import { colourAt, curveToGradient, defaultFor, pointsInValues } from './curve.ts';

const POINTS = [
  { value: -100, color: '#000000', opacity: 0 },
  { value: 100, color: '#FF8000', opacity: 1 },
  { value: 300, color: '#FFFFFF', opacity: 1 },
];

it.each([
  ['before the first point its own', -1_000, [0, 0, 0]],
  ['between points of both, dimmed by opacity', 0, [127.5 * 0.5, 64 * 0.5, 0]],
  ['at a point its own', 100, [255, 128, 0]],
  ['between opaque points of both', 200, [255, 191.5, 127.5]],
  ['after the last point its own', 1_000, [255, 255, 255]],
])('has %s colour [ENT-61]', (_, value, rgb) => {
  expect(colourAt(POINTS, value)).toEqual(rgb);
});

it('takes percentages from the percentiles of the series, and values as they are', () => {
  const points = [0, 25, 100].map((value) => ({ value, color: '#FFFFFF', opacity: 1 }));
  const values = (unit: 'value' | 'percent', range: { low: number; high: number }) =>
    pointsInValues({ unit, points }, range).map(({ value }) => value);
  expect(values('percent', { low: -50, high: 150 })).toEqual([-50, 0, 150]);
  expect(values('value', { low: -50, high: 150 })).toEqual([0, 25, 100]);
  expect(values('percent', { low: 7, high: 7 })).toEqual([7, 32, 107]);
});

it('finds the default of a modality', () => {
  const functions = [{ modality: null }, { modality: 'CT' }];
  expect(defaultFor(functions, 'CT')).toBe(functions[1]);
  expect(defaultFor(functions, 'MR')).toBeNull();
});

it('is shown as a strip of colours', () => {
  expect(curveToGradient(POINTS, 2)).toBe('linear-gradient(to right, rgb(0 0 0), rgb(255 128 0), rgb(255 255 255))');
});
