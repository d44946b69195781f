import { describe, expect, test } from 'vitest';
import { chooseCases, featuresOf, type Candidate } from './choose-cases.ts';

const candidate = (id: string, uncertainty: number | null, ...features: number[]): Candidate => ({ id, uncertainty, features });

describe('cases that are chosen [NEXT-01]', () => {
  test('unsure ones come first where all are equally far from what was learned', () => {
    const all = [candidate('a', 0.1, 1), candidate('b', 0.3, -1), candidate('c', 0.2, 1)];
    expect(chooseCases(all, [[0]])[0]).toBe('b');
  });

  test('a case unlike what was learned from comes before one that is like it and as unsure', () => {
    const all = [candidate('near', 0.3, 1, 1), candidate('far', 0.3, 9, 1)];
    expect(chooseCases(all, [[0, 1]])).toEqual(['far', 'near']);
  });

  test('the second one is unlike the first one, although another is less sure', () => {
    const all = [candidate('first', 0.9, 10), candidate('twin', 0.8, 10), candidate('other', 0.5, -6)];
    expect(chooseCases(all, [[0]])).toEqual(['first', 'other', 'twin']);
  });

  test('where nothing was learned from, the least sure one is first and the others are spread', () => {
    const all = [candidate('a', 0.1, 0), candidate('b', 0.2, 5), candidate('c', 0.9, 5)];
    expect(chooseCases(all, [])).toEqual(['c', 'a', 'b']);
  });

  test('cases of unknown uncertainty come last, whatever they are like', () => {
    const all = [candidate('y', null, 99), candidate('x', null, 50), candidate('known', 0.01, 0)];
    expect(chooseCases(all, [[0]])).toEqual(['known', 'x', 'y']);
  });

  test('the order does not depend on the order of the candidates', () => {
    const all = Array.from({ length: 12 }, (_, at) => candidate(`case-${at}`, (at * 7) % 5, (at * 3) % 4, at % 3));
    const order = chooseCases(all, [[1, 1]]);
    expect(chooseCases(all.toReversed(), [[1, 1]])).toEqual(order);
    expect(order.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });

  test('a number that is the same in all cases says nothing, and none is no fault', () => {
    expect(chooseCases([candidate('a', 0.2, 4), candidate('b', 0.1, 4)], [[4]])).toEqual(['a', 'b']);
    expect(chooseCases([], [])).toEqual([]);
  });

  test('twice as many voxels are as far away at any size', () => {
    const [little, more, much, most] = [1_000, 2_000, 100_000, 200_000].map((count) => featuresOf([count])[0]!);
    expect(more! - little!).toBeCloseTo(most! - much!, 2);
    expect(featuresOf([0])).toEqual([0]);
  });
});
