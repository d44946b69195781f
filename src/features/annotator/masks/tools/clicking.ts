import { isClick } from '#features/annotator/measure/tools/measure-actions.ts';
import { panning } from '#ui/viewer/tool-states/panning.ts';
import { pinching } from '#ui/viewer/tool-states/pinching.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import { walking } from '#ui/viewer/tool-states/walking.ts';
import type { Masking } from './mask-actions.ts';

const SECONDARY = 2;

/** A pointer is down, and says something of the place where it is lifted: with Alt or the secondary button the other thing. Who drags walks or moves the picture. */
export function clicking({ view, mask }: Masking, first: Pointer, rest: Rest): ToolState {
  const state: ToolState = {
    name: 'placing',
    down: (pointer) => (pointer.isTouch && pointer.id !== first.id ? pinching(view, first, pointer, rest) : state),
    move(pointer) {
      if (pointer.id !== first.id || isClick(first, pointer)) return state;
      return (first.button === SECONDARY ? panning : walking)(view, first, rest).move(pointer);
    },
    up(pointer) {
      if (pointer.id !== first.id) return state;
      mask.click(pointer, first.isAlt === true || first.button === SECONDARY);
      return rest();
    },
    cancel: rest,
  };
  return state;
}
