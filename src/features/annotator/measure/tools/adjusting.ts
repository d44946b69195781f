import { movedBy, withHandleAt } from '#features/annotator/measure/shapes.ts';
import { pinching } from '#ui/viewer/tool-states/pinching.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import { isClick, type Grip, type Measuring } from './measure-actions.ts';

/** A handle of a measurement is moved, or the whole of it. A click only chooses it. */
export function adjusting({ view, measure }: Measuring, first: Pointer, rest: Rest, { kind, points, handle }: Grip): ToolState {
  const from = measure.pixelAt(first);
  let last = first;
  let hasMoved = false;
  const state: ToolState = { name: 'adjusting', down, move, up, cancel };
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
    if (!hasMoved) return state;
    const to = measure.pixelAt(pointer);
    const held = { handle: handle ?? 0, to, isShift: pointer.isShift === true, aspect: measure.aspect() };
    measure.change(handle === null ? movedBy(points, to[0] - from[0], to[1] - from[1]) : withHandleAt(kind, points, held));
    return state;
  }

  function up(pointer: Pointer): ToolState {
    if (pointer.id !== first.id) return state;
    if (hasMoved) measure.keep();
    return rest();
  }

  function cancel(): ToolState {
    measure.drop();
    return rest();
  }
}
