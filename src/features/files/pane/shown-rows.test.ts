import { expect, it } from 'vitest';
import { pageOf, scrollTopFor, shownRows } from './shown-rows.ts';

it('of ten thousand lines those on the screen are drawn, and a few around them', () => {
  const view = { scrollTop: 3_200, height: 640, rowPx: 32, count: 10_000 };
  expect(shownRows(view)).toEqual({ from: 92, to: 128 });
  expect(shownRows({ ...view, scrollTop: 0 })).toEqual({ from: 0, to: 28 });
  expect(shownRows({ ...view, scrollTop: 9_990 * 32 })).toEqual({ from: 9_980, to: 10_000 });
});

it('a list that became short while it was scrolled is drawn', () => {
  expect(shownRows({ scrollTop: 9_000, height: 640, rowPx: 32, count: 3 })).toEqual({ from: 0, to: 3 });
});

it('scrolls as little as needed', () => {
  const view = { scrollTop: 320, height: 320, rowPx: 32 };
  expect([scrollTopFor(12, view), scrollTopFor(5, view), scrollTopFor(20, view)]).toEqual([320, 160, 352]);
});

it('a page is one line less than what is seen', () => {
  expect([pageOf({ height: 320, rowPx: 32 }), pageOf({ height: 20, rowPx: 32 })]).toEqual([9, 1]);
});
