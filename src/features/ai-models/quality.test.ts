import { expect, it } from 'vitest';
import { fallOf } from './quality.ts';

const weeks = (...dice: number[]) => dice.map((each, at) => ({ dice: each, results: at === 0 ? 3 : 1 }));

it('a fall of the quality in use is named once it is known [AI-67]', () => {
  expect(fallOf(weeks(0.9, 0.88, 0.88, 0.88, 0.86, 0.86, 0.84, 0.84))).toBeCloseTo(0.89 - 0.85, 10);
  expect(fallOf(weeks(0.9, 0.9, 0.9, 0.9, 0.89, 0.89, 0.89, 0.89))).toBeNull();
  expect(fallOf(weeks(0.9, 0.9, 0.9, 0.5, 0.5, 0.5, 0.5))).toBeNull();
});
