import { expect, it } from 'vitest';
import { WindowDrag } from './window-drag.ts';

const at = (clientX: number, clientY: number) => ({ clientX, clientY });
const CLICK = { detail: 1 };

it('makes of the way of the mouse a window, counted from where it began', () => {
  const drag = new WindowDrag();
  drag.begin(at(100, 100), { center: 380, width: 760 });
  expect(drag.windowAt(at(132, 100))).toEqual({ center: 380, width: 855 });
  expect(drag.windowAt(at(100, 164))).toEqual({ center: 570, width: 760 });
  expect(drag.isEndedBy(CLICK)).toBe(true);
});

it('is no drag while the hand is not quite still, and the click is one', () => {
  const drag = new WindowDrag();
  drag.begin(at(100, 100), { center: 380, width: 760 });
  expect([drag.windowAt(at(102, 101)), drag.isEndedBy(CLICK)]).toEqual([null, false]);
});

it('swallows the click that ends it, also when the mouse left before, and no other', () => {
  const drag = new WindowDrag();
  drag.begin(at(100, 100), { center: 380, width: 760 });
  drag.windowAt(at(140, 100));
  drag.end();
  expect([drag.windowAt(at(150, 100)), drag.isEndedBy(CLICK), drag.isEndedBy({ detail: 0 })]).toEqual([null, true, false]);
  drag.begin(at(100, 100), null);
  expect([drag.windowAt(at(150, 100)), drag.isEndedBy(CLICK)]).toEqual([null, false]);
});
