import { pointsOf } from '#features/annotator/measure/shapes.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { Measuring } from './measure-actions.ts';
import { placing, type Clicked } from './placing.ts';

/** Between two clicks: no pointer is down, and the next point follows the mouse. */
export function following(actions: Measuring, from: Pointer, rest: Rest, { kind, clicks }: Clicked): ToolState {
  const { measure } = actions;
  const state: ToolState = { name: 'following', down, move, up: () => state, cancel };
  return move(from);

  function move(pointer: Pointer): ToolState {
    measure.draw(kind, pointsOf(kind, [...clicks, measure.pixelAt(pointer)], pointer.isShift === true, measure.aspect()));
    return state;
  }

  function down(pointer: Pointer): ToolState {
    return pointer.button === 0 ? placing(actions, pointer, rest, { kind, clicks }) : cancel();
  }

  function cancel(): ToolState {
    measure.drop();
    return rest();
  }
}
