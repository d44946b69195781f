import { expect, test } from 'vitest';
import { toGrey, windowToGreyScale } from './window-to-grey.ts';

/** The cases in PS3.3 C.11.2.1.2.1. */
test.each([
  [
    2048,
    4096,
    [
      [0, 0],
      [2047.5, 127.5],
      [4095, 255],
    ],
  ],
  [
    2048,
    1,
    [
      [2047, 0],
      [2047.5, 0],
      [2048, 255],
    ],
  ],
  [
    0,
    100,
    [
      [-50, 0],
      [-51, 0],
      [49, 255],
      [60, 255],
    ],
  ],
  [
    0,
    1 / 2,
    [
      [-0.25, 0],
      [0, 127.5],
      [0.25, 255],
    ],
  ],
])('centre %d, width %d', (center, width, pairs) => {
  for (const [value, grey] of pairs) expect(toGrey(value!, windowToGreyScale({ center, width }))).toBeCloseTo(grey!, 6);
});

test('a window of values that are no whole numbers is black and white at its ends: SUV 0 to 7 [PET-08]', () => {
  const scale = windowToGreyScale({ center: 3.5, width: 7 }, true);
  expect([0, 3.5, 7].map((value) => toGrey(value, scale))).toEqual([0, 127.5, 255]);
});
