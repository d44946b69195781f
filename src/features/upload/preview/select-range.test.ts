import { expect, it } from 'vitest';
import { idsBetween } from './select-range.ts';

const IDS = ['a', 'b', 'c', 'd'];

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('selects from %j to %j', (from, to, ids) => {
  expect(idsBetween(IDS, from, to)).toEqual(ids);
});
