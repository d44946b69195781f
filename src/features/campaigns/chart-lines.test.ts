import { expect, it } from 'vitest';
import { chartScale, labelledDays, toAcross, toDown } from './chart-lines.ts';

const line = (...values: number[]) => ({
  name: 'between',
  points: values.map((value, at) => ({ day: `2026-11-${String(9 + at).padStart(2, '0')}`, value })),
});

it.each([
  [[0.55, 0.72], 0.4],
  [[0.6], 0.6],
  [[0.99], 0.6],
  [[-0.3, 1], -0.4],
])('the scale of %j goes from %d up to 1', (values, lowest) => {
  expect(chartScale([line(...values)])).toMatchObject({ lowest });
  expect(chartScale([line(...values)])!.steps[0]).toBe(1);
});

it('there is no scale without a point', () => {
  expect(chartScale([line()])).toBeNull();
});

it('days go from left to right, and a single one is in the middle [CAMP-36]', () => {
  const scale = chartScale([line(0.5, 0.6, 0.7)])!;
  expect(['2026-11-09', '2026-11-10', '2026-11-11'].map((day) => toAcross(day, scale))).toEqual([0, 0.5, 1]);
  expect(toAcross('2026-11-09', chartScale([line(0.5)])!)).toBe(0.5);
  expect([toDown(1, scale), toDown(scale.lowest, scale)]).toEqual([0, 1]);
});

it('a day in the middle is named only where it covers neither end', () => {
  const toX = (day: string) => Number(day.slice(-2)) * 10;
  expect(labelledDays(['2026-11-01', '2026-11-02', '2026-11-12'], toX, 48)).toEqual(['2026-11-01', '2026-11-12']);
  expect(labelledDays(['2026-11-01', '2026-11-06', '2026-11-12'], toX, 48)).toEqual(['2026-11-01', '2026-11-06', '2026-11-12']);
  expect(labelledDays(['2026-11-01', '2026-11-01'], toX, 48)).toEqual(['2026-11-01']);
});
