import { dragging } from './dragging.ts';
import type { Pointer, Rest, ToolState, ViewActions } from './tool-state.ts';

/** So many pixels double a window, or move its centre by a whole width. */
const PIXELS_PER_WIDTH = 256;

/** To the right is wider, down is higher (darker), as in most viewers. */
export function windowing(actions: ViewActions, pointer: Pointer, rest: Rest): ToolState {
  let [across, down] = [0, 0];
  return dragging({ actions, rest, name: 'windowing', first: pointer }, (dx, dy) => {
    across += dx;
    down += dy;
    actions.widen(across / PIXELS_PER_WIDTH, down / PIXELS_PER_WIDTH);
  });
}
