import { describe, expect, it } from 'vitest';
import { intervalScale, linearScale, logScale, SHARE_SCALE, toDown } from './scale.ts';

describe('the vertical axis of a chart', () => {
  it.each([
    [
      [0.1, 0.78],
      [0.8, 0.6, 0.4, 0.2, 0],
    ],
    [
      [0.3, 12],
      [15, 10, 5, 0],
    ],
    [
      [-0.4, 0.3],
      [0.4, 0.2, 0, -0.2, -0.4],
    ],
    [[0], [0.2, 0]],
  ])('of %j has the steps %j', (values, steps) => {
    expect(linearScale(values)!.steps).toEqual(steps);
  });

  it('has whole powers of ten if it is logarithmic', () => {
    const scale = logScale([0.03, 1.5, 0])!;
    expect(scale.steps).toEqual([10, 1, 0.1, 0.01]);
    expect([10, 1, 0.01, 0].map((value) => toDown(value, scale))).toEqual([0, 1 / 3, 1, 1]);
  });

  it('does not exist without a value', () => {
    expect([linearScale([]), logScale([0]), intervalScale([])]).toEqual([null, null, null]);
  });

  it('has one at the top and zero at the bottom', () => {
    expect([1, 0.5, 0].map((value) => toDown(value, SHARE_SCALE))).toEqual([0, 0.5, 1]);
  });
});

it.each([
  [
    [0.78, 0.86],
    [0.86, 0.84, 0.82, 0.8, 0.78],
  ],
  [
    [0.71, 0.9],
    [0.9, 0.85, 0.8, 0.75, 0.7],
  ],
  [[0.5], [0.52, 0.5]],
])('the axis of intervals over %j has the steps %j', (values, steps) => {
  expect(intervalScale(values)!.steps).toEqual(steps);
});
