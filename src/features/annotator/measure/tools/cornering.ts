import type { PixelPoint } from '#contract/measurements.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { Measuring } from './measure-actions.ts';

const FEWEST = 3;

/** An outline of corners, one for each click. A click on the first corner, or a second one on the last, closes it. */
export function cornering(actions: Measuring, from: Pointer, rest: Rest, corners: readonly PixelPoint[]): ToolState {
  const { measure } = actions;
  const state: ToolState = { name: 'cornering', down, move, up: () => state, cancel };
  return move(from);

  function move(pointer: Pointer): ToolState {
    measure.draw('freehand', [...corners, measure.pixelAt(pointer)]);
    return state;
  }

  function down(pointer: Pointer): ToolState {
    if (pointer.button !== 0) return cancel();
    if (measure.isAt(corners[0]!, pointer) || measure.isAt(corners.at(-1)!, pointer))
      return corners.length < FEWEST ? state : close(corners);
    const next = [...corners, measure.pixelAt(pointer)];
    return next.length < LIMITS.measurementPoints ? cornering(actions, pointer, rest, next) : close(next);
  }

  function close(points: readonly PixelPoint[]): ToolState {
    measure.draw('freehand', points);
    measure.keep();
    return rest();
  }

  function cancel(): ToolState {
    measure.drop();
    return rest();
  }
}
