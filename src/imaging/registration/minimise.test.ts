import { expect, it } from 'vitest';
import { minimise } from './minimise.ts';

it('finds the end of a narrow valley that lies across the axes [REG-01]', () => {
  const cost = ([x, y]: Float64Array): number => 100 * (x! - y!) ** 2 + (x! + y! - 6) ** 2;
  const { at, value } = minimise(cost, [-10, 25], { step: 1, tolerance: 0.001, gain: 1e-9 });
  expect([...at, value]).toEqual([expect.closeTo(3, 2), expect.closeTo(3, 2), expect.closeTo(0, 4)]);
});

it('stays at its start on a plain, and below its start wherever the cost jumps', () => {
  expect(minimise(() => 1, [3, 4], { step: 1, tolerance: 0.1 })).toEqual({ at: Float64Array.of(3, 4), value: 1 });
  const steps = ([x]: Float64Array): number => Math.floor(Math.abs(x!));
  expect(minimise(steps, [7.5], { step: 1, tolerance: 0.1 }).value).toBe(0);
});
