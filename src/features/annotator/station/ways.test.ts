import { expect, it } from 'vitest';
import { IDENTITY, pointThrough, rigidAbout } from '#model/registrations/rigid.ts';
import { planeThrough, wayBetween, type Space } from './ways.ts';

const [A, B, C]: [Space, Space, Space] = [
  { series: 'a', frameOfReference: 'f' },
  { series: 'b', frameOfReference: 'g' },
  { series: 'c', frameOfReference: 'f' },
];
const matrix = rigidAbout([1, 2, 3], [0.1, 0.2, 0.3], [4, 5, 6]);
const ways = [{ fixed: 'a', moving: 'b', matrix }];
const close = (point: readonly number[]) => point.map((value): unknown => expect.closeTo(value, 9));

it('two series are compared by their registration, else by their frame of reference [REG-20]', () => {
  expect(wayBetween(ways, A, B)).toBe(matrix);
  expect(pointThrough(wayBetween(ways, B, A)!, pointThrough(matrix, [7, 8, 9]))).toEqual(close([7, 8, 9]));
  expect([wayBetween(ways, A, C), wayBetween(ways, A, A), wayBetween([], A, C)]).toEqual([IDENTITY, IDENTITY, IDENTITY]);
  // A series of the same frame has no registration of its own.
  expect([wayBetween(ways, C, B), wayBetween([], A, B)]).toEqual([null, null]);
});

it('a computed series is where the one is that it is computed from [DYN-09]', () => {
  const computed: Space = { series: 'computed:a:adc', frameOfReference: 'f' };
  expect(wayBetween(ways, computed, B)).toBe(matrix);
  expect(wayBetween([], { ...computed, frameOfReference: '' }, { ...A, frameOfReference: '' })).toBe(IDENTITY);
});

it('a plane is moved and turned as its points are [REG-20]', () => {
  const there = planeThrough(matrix, { width: 5, height: 5, origin: [1, 0, 2], right: [0.5, 0, 0], below: [0, 0.5, 0] });
  const corner = [0, 1, 2].map((axis) => there.origin[axis]! + 4 * there.right[axis]! + 3 * there.below[axis]!);
  expect(corner).toEqual(close(pointThrough(matrix, [3, 1.5, 2])));
});
