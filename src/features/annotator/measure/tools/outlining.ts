import type { PixelPoint } from '#contract/measurements.ts';
import { thinned } from '#features/annotator/measure/shapes.ts';
import { pinching } from '#ui/viewer/tool-states/pinching.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import { cornering } from './cornering.ts';
import { isClick, type Measuring } from './measure-actions.ts';

/** CSS pixels between two points of a drawn outline. */
const STEP = 3;
const FEWEST = 3;

/** A pointer is down and draws an outline, which is closed when it is lifted. A click begins an outline of corners. */
export function outlining({ view, measure }: Measuring, first: Pointer, rest: Rest): ToolState {
  let last = first;
  let kept = first;
  let hasMoved = false;
  const points: PixelPoint[] = [measure.pixelAt(first)];
  const state: ToolState = { name: 'outlining', down, move, up, cancel };
  measure.draw('freehand', points);
  return state;

  function down(pointer: Pointer): ToolState {
    if (!pointer.isTouch || pointer.id === first.id) return state;
    measure.drop();
    return pinching(view, last, pointer, rest);
  }

  function move(pointer: Pointer): ToolState {
    if (pointer.id !== first.id) return state;
    last = pointer;
    hasMoved ||= !isClick(first, pointer);
    if (Math.hypot(pointer.x - kept.x, pointer.y - kept.y) < STEP) return state;
    kept = pointer;
    points.push(measure.pixelAt(pointer));
    measure.draw('freehand', thinned(points));
    return state;
  }

  function up(pointer: Pointer): ToolState {
    if (pointer.id !== first.id) return state;
    if (!hasMoved) return cornering({ view, measure }, pointer, rest, points.slice(0, 1));
    if (points.length < FEWEST) return cancel();
    measure.keep();
    return rest();
  }

  function cancel(): ToolState {
    measure.drop();
    return rest();
  }
}
