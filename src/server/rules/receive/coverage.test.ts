import { expect, test } from 'vitest';
import { uncovered } from './coverage.ts';

const range = (offset: number, length: number) => ({ offset, length });

test.each([
  ['nothing stored: all of it', [], range(10, 5), [range(10, 5)]],
  ['all of it stored: nothing', [range(0, 20)], range(10, 5), []],
  ['the same range stored: nothing', [range(10, 5)], range(10, 5), []],
  ['both ends stored: the middle', [range(0, 12), range(14, 6)], range(10, 5), [range(12, 2)]],
  ['the middle stored: both ends', [range(12, 1)], range(10, 5), [range(10, 2), range(13, 2)]],
  ['adjacent ranges are ignored', [range(5, 5), range(15, 5)], range(10, 5), [range(10, 5)]],
  ['any order of the stored ranges', [range(14, 1), range(10, 1)], range(10, 5), [range(11, 3)]],
  ['an empty part: nothing', [], range(10, 0), []],
])('%s', (_name, held, asked, gaps) => {
  expect(uncovered(held, asked)).toEqual(gaps);
});
