import { dragging } from './dragging.ts';
import type { Pointer, Rest, ToolState, ViewActs } from './tool-state.ts';

export function panning(acts: ViewActs, pointer: Pointer, rest: Rest): ToolState {
  return dragging({ acts, rest, name: 'panning', first: pointer }, (dx, dy) => acts.pan(dx, dy));
}
