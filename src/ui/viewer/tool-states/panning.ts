import { dragging } from './dragging.ts';
import type { Pointer, Rest, ToolState, ViewActions } from './tool-state.ts';

export function panning(actions: ViewActions, pointer: Pointer, rest: Rest): ToolState {
  return dragging({ actions, rest, name: 'panning', first: pointer }, (dx, dy) => actions.pan(dx, dy));
}
