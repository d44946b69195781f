import type { PixelPoint } from '#contract/measurements.ts';
import { clicksOf, pointsOf } from '#features/annotator/measure/shapes.ts';
import { pinching } from '#ui/viewer/tool-states/pinching.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import { following } from './following.ts';
import { isClick, type Clicked, type Measuring } from './measure-actions.ts';

/** A pointer is down and places a point. The first point of a drag is where it began, so a drag places two. */
export function placing(actions: Measuring, first: Pointer, rest: Rest, { kind, clicks }: Clicked): ToolState {
  const { view, measure } = actions;
  const needed = clicksOf(kind);
  const begin = measure.pixelAt(first);
  let last = first;
  let hasMoved = false;
  const state: ToolState = { name: 'placing', down, move, up, cancel };
  show();
  return state;

  function placed(): readonly PixelPoint[] {
    const isDrag = clicks.length === 0 && needed > 1 && hasMoved;
    return [...(isDrag ? [begin] : clicks), measure.pixelAt(last)];
  }
  function show(): void {
    measure.draw(kind, pointsOf(kind, placed(), last.isShift === true, measure.aspect()));
  }

  function down(pointer: Pointer): ToolState {
    if (!pointer.isTouch || pointer.id === first.id) return state;
    measure.drop();
    return pinching(view, last, pointer, rest);
  }

  function move(pointer: Pointer): ToolState {
    if (pointer.id !== first.id) return state;
    last = pointer;
    hasMoved ||= !isClick(first, pointer);
    show();
    return state;
  }

  function up(pointer: Pointer): ToolState {
    if (pointer.id !== first.id) return state;
    const made = placed();
    if (made.length < needed) {
      const clicked = { kind, clicks: made };
      return following(actions, clicked, { from: pointer, rest, next: (press) => placing(actions, press, rest, clicked) });
    }
    measure.keep();
    return rest();
  }

  function cancel(): ToolState {
    measure.drop();
    return rest();
  }
}
