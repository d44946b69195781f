import { dragging } from '#ui/viewer/tool-states/dragging.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { PaneActions } from './pane-actions.ts';

/** A drag draws a rectangle, and the values in it set the window when the pointer is lifted. */
export function framing(actions: PaneActions, pointer: Pointer, rest: Rest): ToolState {
  let { x, y } = pointer;
  const restore = (): void => {
    actions.frame.show(null);
    actions.restore();
  };
  const drag = dragging({ actions: { ...actions, restore }, rest, name: 'framing', first: pointer }, (dx, dy) => {
    x += dx;
    y += dy;
    actions.frame.show({ from: pointer, to: { x, y } });
  });
  const state: ToolState = {
    name: 'framing',
    // A second finger makes it a pinch.
    down: (other) => own(drag.down(other)),
    move: (other) => own(drag.move(other)),
    up(lifted) {
      if (lifted.id !== pointer.id) return state;
      actions.frame.show(null);
      // A click is no rectangle.
      if (isRectangle(pointer, { x, y })) actions.frame.setWindow({ from: pointer, to: { x, y } });
      return rest();
    },
    cancel: () => drag.cancel(),
  };
  const own = (next: ToolState): ToolState => (next === drag ? state : next);
  return state;
}

const FEWEST_PIXELS = 3;

function isRectangle(a: { x: number; y: number }, b: { x: number; y: number }): boolean {
  return Math.abs(a.x - b.x) >= FEWEST_PIXELS && Math.abs(a.y - b.y) >= FEWEST_PIXELS;
}
