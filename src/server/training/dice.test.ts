import { expect, test } from 'vitest';
import { diceOf, meanAndDeviation, meanOfClasses } from './dice.ts';

test('Dice is by class and over the foreground; a class that nobody drew is left out [AI-26]', () => {
  const wanted = Uint8Array.of(0, 1, 1, 1, 0, 0, 2, 0);
  const found = Uint8Array.of(0, 1, 1, 2, 1, 0, 0, 3);
  // Class 1: 2 x 2 / (3 + 3). Class 2: none shared. Foreground: 3 shared of 5 and 4.
  expect(diceOf(found, wanted, [1, 5, 9])).toEqual({ '1': 4 / 6, '5': 0, foreground: 6 / 9 });
  expect(diceOf(found, new Uint8Array(8), [1, 5, 9])).toEqual({});
  expect(meanOfClasses({ '1': 0.5, '2': 1, foreground: 0 })).toBe(0.75);
  expect(meanOfClasses({})).toBe(0);
});

test('mean and deviation are over the cases that have the class', () => {
  const { mean, deviation } = meanAndDeviation([{ '1': 0.8, foreground: 0.6 }, { foreground: 0.8 }]);
  expect(mean).toEqual({ '1': 0.8, foreground: 0.7 });
  expect(deviation).toEqual({ '1': 0, foreground: 0.1 });
});
