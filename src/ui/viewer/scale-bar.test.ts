import { expect, test } from 'vitest';
import { scaleBar } from './scale-bar.ts';

test.each([
  [0.5, 120, { mm: 50, px: 100 }],
  [1, 120, { mm: 100, px: 100 }],
  [0.05, 120, { mm: 5, px: 100 }],
  [0.5, 1, null],
])('at %d mm per pixel, %d pixels have a scale bar of %o', (mmPerPx, mostPx, bar) => {
  expect(scaleBar(mmPerPx, mostPx)).toEqual(bar);
});
