import { describe, expect, test } from 'vitest';
import { rowAfterKey } from './row-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the third of five rows', () => {
  test.each([
    ['ArrowDown', 3],
    ['ArrowUp', 1],
    ['Home', 0],
    ['End', 4],
    ['Enter', null],
    ['a', null],
  ])('%s moves to %s', (key, row) => {
    expect(rowAfterKey({ key, ...plain }, { rows: 5, row: 2 })).toBe(row);
  });

  test.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('%s does nothing', (modifier) => {
    expect(rowAfterKey({ key: 'Home', ...plain, [modifier]: true }, { rows: 5, row: 2 })).toBeNull();
  });
});

test('keys stop at the first and last row', () => {
  expect(rowAfterKey({ key: 'ArrowUp', ...plain }, { rows: 5, row: 0 })).toBe(0);
  expect(rowAfterKey({ key: 'ArrowDown', ...plain }, { rows: 5, row: 4 })).toBe(4);
  expect(rowAfterKey({ key: 'End', ...plain }, { rows: 0, row: -1 })).toBeNull();
});
