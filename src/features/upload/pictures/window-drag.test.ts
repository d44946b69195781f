import { expect, it } from 'vitest';
import { WindowDrag } from './window-drag.ts';

const at = (clientX: number, clientY: number) => ({ clientX, clientY });
const CLICK = { detail: 1 };

it('turns a mouse drag into a window relative to the starting one', () => {
  const drag = new WindowDrag();
  drag.begin(at(100, 100), { center: 380, width: 760 });
  expect(drag.windowAt(at(132, 100))).toEqual({ center: 380, width: 855 });
  expect(drag.windowAt(at(100, 164))).toEqual({ center: 570, width: 760 });
  expect(drag.isEndedBy(CLICK)).toBe(true);
});

it('does not count as a drag while the mouse hardly moves, so the click remains one', () => {
  const drag = new WindowDrag();
  drag.begin(at(100, 100), { center: 380, width: 760 });
  expect([drag.windowAt(at(102, 101)), drag.isEndedBy(CLICK)]).toEqual([null, false]);
});

it('swallows the click that ends the drag, also when the mouse left earlier, and no other click', () => {
  const drag = new WindowDrag();
  drag.begin(at(100, 100), { center: 380, width: 760 });
  drag.windowAt(at(140, 100));
  drag.end();
  expect([drag.windowAt(at(150, 100)), drag.isEndedBy(CLICK), drag.isEndedBy({ detail: 0 })]).toEqual([null, true, false]);
  drag.begin(at(100, 100), null);
  expect([drag.windowAt(at(150, 100)), drag.isEndedBy(CLICK)]).toEqual([null, false]);
});
