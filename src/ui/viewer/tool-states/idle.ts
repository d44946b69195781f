import { panning } from './panning.ts';
import type { Pointer, Rest, ToolState, ViewActions } from './tool-state.ts';
import { walking } from './walking.ts';
import { windowing } from './windowing.ts';
import { zooming } from './zooming.ts';

/** A tool that not every viewer has: what it does with a pointer, or null if it is not the one in use. */
type OtherTool = (pointer: Pointer, rest: Rest) => ToolState | null;

/** No pointer is down. The middle button walks, and the secondary one moves the picture unless another tool takes it. */
export function idle(actions: ViewActions, other: OtherTool = () => null): ToolState {
  const state: ToolState = { name: 'idle', down, move: () => state, up: () => state, cancel: () => state };
  const rest = () => idle(actions, other);
  return state;

  function down(pointer: Pointer): ToolState {
    actions.begin();
    if (!pointer.isTouch && pointer.button === 1) return walking(actions, pointer, rest);
    if (!pointer.isTouch && pointer.button === 2) return other(pointer, rest) ?? panning(actions, pointer, rest);
    return other(pointer, rest) ?? BY_TOOL[actions.tool(pointer)](actions, pointer, rest);
  }
}

const BY_TOOL = { slices: walking, window: windowing, pan: panning, zoom: zooming } as const;
