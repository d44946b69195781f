import { expect, test } from 'vitest';
import { inNumberOrder } from './studies.ts';

const numbersOf = (given: readonly string[]): string[] =>
  inNumberOrder(given.map((series_number) => ({ series_number }))).map((row) => row.series_number);

test('series are sorted by number, and those without one come last', () => {
  expect(numbersOf(['10', '', '9', '-5', 'x', '2'])).toEqual(['-5', '2', '9', '10', '', 'x']);
});
