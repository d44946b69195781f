import { expect, it } from 'vitest';
import { windowIn } from './window-in.ts';

it('a volume is seen through the window of its series, another one, all of its values, or most of them [VOL-03]', () => {
  const box = { low: -1000, high: 3000, percentiles: { low: -900, high: 1100 }, window: { center: 40, width: 400 } };
  expect(windowIn(box, 'stored')).toEqual({ center: 40, width: 400 });
  expect(windowIn(box, { center: 1, width: 2 })).toEqual({ center: 1, width: 2 });
  expect(windowIn(box, 'range')).toEqual({ center: 1000, width: 4000 });
  expect(windowIn(box, 'percentile')).toEqual({ center: 100, width: 2000 });
});
