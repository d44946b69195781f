import { describe, expect, it } from 'vitest';
import { intervalOf, kappaOf, kappaOfReaders, type Pair, type Rating } from './kappa.ts';

const times = (count: number, pair: Pair): Pair[] => Array.from({ length: count }, () => pair);

describe('kappa [CAMP-10]', () => {
  it('is that of a table computed by hand', () => {
    // 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.7 observed, 0.5 * 0.6 + 0.5 * 0.4 = 0.5 expected.
    const pairs = [...times(20, ['y', 'y']), ...times(5, ['y', 'n']), ...times(10, ['n', 'y']), ...times(15, ['n', 'n'])];
    expect(kappaOf(pairs)).toBeCloseTo((0.7 - 0.5) / (1 - 0.5), 12);
  });

  it('is 1 for the same values, and negative below chance', () => {
    expect(
      kappaOf([
        ['a', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(1);
    expect(
      kappaOf([
        ['a', 'b'],
        ['b', 'a'],
      ]),
    ).toBe(-1);
  });

  it('is not defined without pairs, and when all said the same', () => {
    expect(kappaOf([])).toBeNull();
    expect(kappaOf(times(5, ['a', 'a']))).toBeNull();
  });

  it('weighs by the square of the distance where values have an order', () => {
    const pairs: Pair[] = [
      ['1', '1'],
      ['2', '2'],
      ['3', '3'],
      ['1', '2'],
    ];
    // Observed: 1 / 4. Expected: rows 2/4, 1/4, 1/4 by columns 1/4, 2/4, 1/4 and squares of distances.
    const expected = (2 * (2 * 1 + 1 * 4) + 1 * (1 * 1 + 1 * 1) + 1 * (1 * 4 + 2 * 1)) / 16;
    expect(kappaOf(pairs, ['1', '2', '3'])).toBeCloseTo(1 - 0.25 / expected, 12);
    expect(
      kappaOf(
        [
          ['1', '5'],
          ['5', '1'],
        ],
        ['1', '2', '3', '4', '5'],
      ),
    ).toBe(-1);
  });

  it('of several readers is the mean of their pairs, over the cases that both have read', () => {
    const read = (reader: number, ...values: string[]): Rating[] => values.map((value, at) => ({ case: at, reader, value }));
    const ratings = [...read(0, 'a', 'b', 'a', 'b'), ...read(1, 'a', 'b', 'a', 'b'), ...read(2, 'a', 'b')];
    expect(kappaOfReaders(ratings)).toBe(1);
    const differing = [...read(0, 'a', 'b', 'a', 'b'), ...read(1, 'a', 'b', 'a', 'b'), ...read(2, 'b', 'a', 'b', 'a')];
    expect(kappaOfReaders(differing)).toBeCloseTo((1 - 1 - 1) / 3, 12);
    expect(kappaOfReaders(read(0, 'a', 'b'))).toBeNull();
  });
});

describe('the interval of a figure [CAMP-10]', () => {
  const mean = (drawn: readonly number[]) => drawn.reduce((sum, value) => sum + value, 0) / drawn.length;

  it('holds the figure, gets narrower with more cases, and is the same each time', () => {
    const few = [0.5, 0.9, 0.7, 0.8];
    const many = Array.from({ length: 20 }, () => few).flat();
    const [low, high] = intervalOf(few, mean)!;
    expect(intervalOf(few, mean)).toEqual([low, high]);
    expect([low < mean(few), mean(few) < high]).toEqual([true, true]);
    const [from, to] = intervalOf(many, mean)!;
    expect(to - from).toBeLessThan((high - low) / 2);
  });

  it('is not given for two cases, nor for a figure that is mostly not defined', () => {
    expect(intervalOf([1, 2], mean)).toBeNull();
    expect(intervalOf([1, 2, 3], () => null)).toBeNull();
  });
});
