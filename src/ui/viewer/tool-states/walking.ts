import { dragging } from './dragging.ts';
import type { Pointer, Rest, ToolState, ViewActs } from './tool-state.ts';

/** Down is the next slice. */
export function walking(acts: ViewActs, pointer: Pointer, rest: Rest): ToolState {
  const step = acts.pixelsPerSlice();
  let left = 0;
  return dragging({ acts, rest, name: 'walking', first: pointer }, (_, dy) => {
    left += dy;
    const slices = Math.trunc(left / step);
    if (slices === 0) return;
    left -= slices * step;
    acts.walk(slices);
  });
}
