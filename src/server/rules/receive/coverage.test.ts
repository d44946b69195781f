import { expect, test } from 'vitest';
import { uncovered } from './coverage.ts';

const range = (offset: number, length: number) => ({ offset, length });

test.each([
  ['nothing held: all of it', [], range(10, 5), [range(10, 5)]],
  ['held whole: nothing', [range(0, 20)], range(10, 5), []],
  ['the same range: nothing', [range(10, 5)], range(10, 5), []],
  ['held at both ends: the middle', [range(0, 12), range(14, 6)], range(10, 5), [range(12, 2)]],
  ['held in the middle: both ends', [range(12, 1)], range(10, 5), [range(10, 2), range(13, 2)]],
  ['neighbours do not count', [range(5, 5), range(15, 5)], range(10, 5), [range(10, 5)]],
  ['in any order of what is held', [range(14, 1), range(10, 1)], range(10, 5), [range(11, 3)]],
  ['a part without bytes: nothing', [], range(10, 0), []],
])('%s', (_name, held, asked, gaps) => {
  expect(uncovered(held, asked)).toEqual(gaps);
});
