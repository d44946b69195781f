import { expect, it } from 'vitest';
import { chartRange, histogramBars, valueToText } from './chart-range.ts';

const HISTOGRAM = { lowest: -1000, highest: 1000, low: -900, high: 900, counts: Uint32Array.of(400, 0, 100, 0, 25) };

it('shows all points and most values of the series, and all percentages', () => {
  const points = [{ value: -100 }, { value: 400 }];
  expect(chartRange('value', points, null)).toEqual({ from: -150, to: 450 });
  expect(chartRange('value', points, HISTOGRAM)).toEqual({ from: -1080, to: 1080 });
  expect(chartRange('percent', points, HISTOGRAM)).toEqual({ from: 0, to: 100 });
  expect(chartRange('value', [], null)).toEqual({ from: 0, to: 1 });
});

it('bars are square roots of counts, the highest is full, and values outside are left out', () => {
  expect(histogramBars(HISTOGRAM, 'value', { from: -1250, to: 1250 }, 5)).toEqual([1, 0, 0.5, 0, 0.25]);
  expect(histogramBars(HISTOGRAM, 'value', { from: -250, to: 1250 }, 3)).toEqual([1, 0, 0.5]);
  expect(histogramBars(HISTOGRAM, 'percent', { from: 0, to: 100 }, 4)).toEqual([0, 0, 1, 0]);
});

it('writes values with three digits or whole', () => {
  expect([-1023.4, 0.012345, 12.345].map(valueToText)).toEqual(['−1023', '0.0123', '12.3']);
});
