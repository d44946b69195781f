import { expect, it } from 'vitest';
import { Random } from '#tests/sim/random.ts';
import { percentilesOf, valuesAtRanks } from './order-statistics.ts';

it('values by rank are those of a sorted copy, of either sign and any size [AI-30]', () => {
  const random = new Random(1);
  const values = Float32Array.from({ length: 5_000 }, (_, at) => (random.next() - 0.5) * 10 ** random.int(-30, 30) * (at % 7 ? 1 : 0));
  const sorted = values.toSorted();
  const ranks = [0, 1, 17, 2_499, 2_500, 4_998, 4_999];
  expect(valuesAtRanks(values, ranks)).toEqual(ranks.map((rank) => sorted[rank]));
});

it('percentiles are interpolated between ranks [AI-30]', () => {
  expect(percentilesOf(Float32Array.of(4, 1, 3, 2), [0, 50, 90, 100])).toEqual([1, 2.5, 3.7, 4].map((value) => expect.closeTo(value, 6)));
  expect(percentilesOf(Float32Array.of(-5), [2, 98])).toEqual([-5, -5]);
  expect(() => percentilesOf(new Float32Array(0), [50])).toThrow('need a value');
});
