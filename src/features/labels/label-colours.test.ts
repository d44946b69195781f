import { expect, it } from 'vitest';
import { MARK_COLOURS } from '#model/mark-colours.ts';
import { leastUsed } from './label-colours.ts';

it('a new label has the first colour that nobody uses, however it is written', () => {
  expect(leastUsed([])).toBe(MARK_COLOURS[0]);
  expect(leastUsed([{ color: MARK_COLOURS[0].toLowerCase() }, { color: MARK_COLOURS[2] }])).toBe(MARK_COLOURS[1]);
});

it('and where all are used, the one that is used least', () => {
  const labels = [...MARK_COLOURS, ...MARK_COLOURS.slice(0, 3)].map((color) => ({ color }));
  expect(leastUsed(labels)).toBe(MARK_COLOURS[3]);
});
