import type { Pointer, Rest, ToolState, ViewActions } from './tool-state.ts';

/** Two fingers: spreading zooms in, moving together pans. A third one is ignored. */
export function pinching(actions: ViewActions, first: Pointer, second: Pointer, rest: Rest): ToolState {
  const fingers = new Map([first, second].map((finger) => [finger.id, finger]));
  const state: ToolState = { name: 'pinching', down: () => state, move, up, cancel };
  return state;

  function move(pointer: Pointer): ToolState {
    if (!fingers.has(pointer.id)) return state;
    const before = spread([...fingers.values()]);
    fingers.set(pointer.id, pointer);
    const now = spread([...fingers.values()]);
    actions.pan(now.x - before.x, now.y - before.y);
    if (before.distance > 0 && now.distance > 0) actions.zoom(now.distance / before.distance, now);
    return state;
  }

  function up(pointer: Pointer): ToolState {
    return fingers.has(pointer.id) ? lifting(rest) : state;
  }

  function cancel(): ToolState {
    actions.restore();
    return lifting(rest);
  }
}

function spread([a, b]: Pointer[]): { x: number; y: number; distance: number } {
  if (!a || !b) return { x: 0, y: 0, distance: 0 };
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.hypot(a.x - b.x, a.y - b.y) };
}

/** One finger of a pinch is still down, and does nothing: otherwise the slice would change as the hand is lifted. */
function lifting(rest: Rest): ToolState {
  const state: ToolState = {
    name: 'lifting',
    down: (pointer) => rest().down(pointer),
    move: () => state,
    up: () => rest(),
    cancel: () => rest(),
  };
  return state;
}
