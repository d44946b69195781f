import { expect, it } from 'vitest';
import { nextCell } from './grid-keys.ts';

const SIZE = { rows: 29, columns: 6 };

it.each([
  ['ArrowDown', false, { row: 4, column: 2 }],
  ['ArrowUp', false, { row: 2, column: 2 }],
  ['ArrowLeft', false, { row: 3, column: 1 }],
  ['ArrowRight', false, { row: 3, column: 3 }],
  ['Home', false, { row: 3, column: 0 }],
  ['End', false, { row: 3, column: 5 }],
  ['Home', true, { row: 0, column: 0 }],
  ['End', true, { row: 28, column: 5 }],
  ['Tab', false, null],
  ['a', false, null],
])('%s (with Control: %s) moves from one cell to another', (key, withControl, expected) => {
  expect(nextCell(key, withControl, { row: 3, column: 2 }, SIZE)).toEqual(expected);
});

it('stays within the edges', () => {
  const corner = { row: 28, column: 5 };
  expect([nextCell('ArrowDown', false, corner, SIZE), nextCell('ArrowRight', false, corner, SIZE)]).toEqual([corner, corner]);
  const first = { row: 0, column: 0 };
  expect([nextCell('ArrowUp', false, first, SIZE), nextCell('ArrowLeft', false, first, SIZE)]).toEqual([first, first]);
});
