import { pinching } from '#ui/viewer/tool-states/pinching.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { Masking } from './mask-actions.ts';

/** The pen is down. A second finger forgets the stroke and moves the picture. */
export function painting({ view, mask }: Masking, first: Pointer, rest: Rest): ToolState {
  let last = first;
  const state: ToolState = { name: 'painting', down, move, up, cancel };
  return mask.begin(first, first.isAlt === true) ? state : rest();

  function down(pointer: Pointer): ToolState {
    if (!pointer.isTouch || !first.isTouch || pointer.id === first.id) return state;
    mask.drop();
    return pinching(view, last, pointer, rest);
  }
  function move(pointer: Pointer): ToolState {
    if (pointer.id !== first.id) return state;
    last = pointer;
    mask.extend(pointer.way ?? [pointer]);
    return state;
  }
  function up(pointer: Pointer): ToolState {
    if (pointer.id !== first.id) return state;
    mask.finish();
    return rest();
  }
  function cancel(): ToolState {
    mask.drop();
    return rest();
  }
}
