import { expect, it } from 'vitest';
import { MARK_COLOURS } from '#model/mark-colours.ts';
import { leastUsed } from './label-colours.ts';

it('a new label gets the first unused colour, in upper or lower case', () => {
  expect(leastUsed([])).toBe(MARK_COLOURS[0]);
  expect(leastUsed([{ color: MARK_COLOURS[0].toLowerCase() }, { color: MARK_COLOURS[2] }])).toBe(MARK_COLOURS[1]);
});

it('a new label gets the least used colour when all are used', () => {
  const labels = [...MARK_COLOURS, ...MARK_COLOURS.slice(0, 3)].map((color) => ({ color }));
  expect(leastUsed(labels)).toBe(MARK_COLOURS[3]);
});
