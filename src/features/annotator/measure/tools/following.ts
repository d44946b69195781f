import { pointsOf } from '#features/annotator/measure/shapes.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { Clicked, Measuring } from './measure-actions.ts';

interface Follow {
  from: Pointer;
  rest: Rest;
  /** What the next press begins. */
  next: (pointer: Pointer) => ToolState;
}

/** Between two clicks: no pointer is down, and the next point follows the mouse. */
export function following({ measure }: Measuring, { kind, clicks }: Clicked, { from, rest, next }: Follow): ToolState {
  const state: ToolState = { name: 'following', down, move, up: () => state, cancel };
  return move(from);

  function move(pointer: Pointer): ToolState {
    measure.draw(kind, pointsOf(kind, [...clicks, measure.pixelAt(pointer)], pointer.isShift === true, measure.aspect()));
    return state;
  }

  function down(pointer: Pointer): ToolState {
    return pointer.button === 0 ? next(pointer) : cancel();
  }

  function cancel(): ToolState {
    measure.drop();
    return rest();
  }
}
