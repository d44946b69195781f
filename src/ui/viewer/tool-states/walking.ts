import { dragging } from './dragging.ts';
import type { Pointer, Rest, ToolState, ViewActions } from './tool-state.ts';

/** Down is the next slice. */
export function walking(actions: ViewActions, pointer: Pointer, rest: Rest): ToolState {
  const step = actions.pixelsPerSlice();
  let left = 0;
  return dragging({ actions, rest, name: 'walking', first: pointer }, (_, dy) => {
    left += dy;
    const slices = Math.trunc(left / step);
    if (slices === 0) return;
    left -= slices * step;
    actions.walk(slices);
  });
}
