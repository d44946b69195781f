import { expect, it } from 'vitest';
import { amountOf, NO_PACE, paceOf, withSample, type Sample } from './pace.ts';

const samples = (...all: [number, number][]): Sample[] =>
  all.reduce<Sample[]>((before, [atMs, bytes]) => withSample(before, { atMs, bytes }), []);

it('the rate is that of the last seconds, and says how long it takes', () => {
  expect(paceOf(samples([0, 0], [2_000, 20], [4_000, 40]), 100)).toEqual({ bytesPerSecond: 10, secondsLeft: 6 });
  expect(paceOf(samples([0, 0], [2_000, 2_000], [18_000, 2_100], [20_000, 2_200]), null)).toEqual({
    bytesPerSecond: 50,
    secondsLeft: null,
  });
});

it('says nothing after one answer, after two at once, and while nothing moves', () => {
  expect([paceOf([], 9), paceOf(samples([0, 0]), 9), paceOf(samples([0, 0], [10, 5]), 9), paceOf(samples([0, 5], [2_000, 5]), 9)]).toEqual(
    Array(4).fill(NO_PACE),
  );
});

it('a work that began again is measured anew', () => {
  expect(samples([0, 0], [2_000, 500], [4_000, 10])).toEqual([{ atMs: 4_000, bytes: 10 }]);
});

it('a bar shows bytes, or entries where none are moved', () => {
  const work = { bytes_done: 5, bytes_total: 10, entries_done: 1, entries_total: 4 };
  expect([amountOf(work), amountOf({ ...work, bytes_total: 0 }), amountOf({ ...work, bytes_total: null, entries_total: null })]).toEqual([
    { done: 5, total: 10 },
    { done: 1, total: 4 },
    { done: 1, total: 0 },
  ]);
});
