import { panning } from './panning.ts';
import type { Pointer, ToolState, ViewActs } from './tool-state.ts';
import { walking } from './walking.ts';
import { windowing } from './windowing.ts';
import { zooming } from './zooming.ts';

/** No pointer is down. The middle button walks and the secondary one moves the picture, whatever the tool is. */
export function idle(acts: ViewActs): ToolState {
  const state: ToolState = { name: 'idle', down, move: () => state, up: () => state, cancel: () => state };
  const rest = () => idle(acts);
  return state;

  function down(pointer: Pointer): ToolState {
    acts.begin();
    if (!pointer.isTouch && pointer.button === 1) return walking(acts, pointer, rest);
    if (!pointer.isTouch && pointer.button === 2) return panning(acts, pointer, rest);
    return BY_TOOL[acts.tool(pointer)](acts, pointer, rest);
  }
}

const BY_TOOL = { slices: walking, window: windowing, pan: panning, zoom: zooming } as const;
