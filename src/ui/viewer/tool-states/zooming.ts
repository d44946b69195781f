import { dragging } from './dragging.ts';
import type { Pointer, Rest, ToolState, ViewActs } from './tool-state.ts';

const PIXELS_PER_DOUBLING = 120;

/** Up is nearer, about the point where the drag began. */
export function zooming(acts: ViewActs, pointer: Pointer, rest: Rest): ToolState {
  return dragging({ acts, rest, name: 'zooming', first: pointer }, (_, dy, first) => acts.zoom(2 ** (-dy / PIXELS_PER_DOUBLING), first));
}
