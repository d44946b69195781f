import { dragging } from './dragging.ts';
import type { Pointer, Rest, ToolState, ViewActions } from './tool-state.ts';

const PIXELS_PER_DOUBLING = 120;

/** Up is nearer, about the point where the drag began. */
export function zooming(actions: ViewActions, pointer: Pointer, rest: Rest): ToolState {
  return dragging({ actions, rest, name: 'zooming', first: pointer }, (_, dy, first) =>
    actions.zoom(2 ** (-dy / PIXELS_PER_DOUBLING), first),
  );
}
