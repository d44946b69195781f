import { pinching } from './pinching.ts';
import type { Pointer, Rest, ToolState, ViewActs } from './tool-state.ts';

/** One pointer is down and moves. What every drag has in common: it ends with its pointer, and a second finger makes it a pinch. */
export function dragging({ acts, rest, name, first }: Drag, drag: (dx: number, dy: number, first: Pointer) => void): ToolState {
  let last = first;
  const state: ToolState = { name, down, move, up, cancel };
  return state;

  function down(pointer: Pointer): ToolState {
    // A second finger seldom comes at once: what the first did on the way is taken back. Another button of a mouse is not listened to.
    if (!pointer.isTouch || pointer.id === first.id) return state;
    acts.restore();
    return pinching(acts, last, pointer, rest);
  }

  function move(pointer: Pointer): ToolState {
    if (pointer.id !== first.id) return state;
    const [dx, dy] = [pointer.x - last.x, pointer.y - last.y];
    last = pointer;
    drag(dx, dy, first);
    return state;
  }

  function up(pointer: Pointer): ToolState {
    return pointer.id === first.id ? rest() : state;
  }

  function cancel(): ToolState {
    acts.restore();
    return rest();
  }
}

interface Drag {
  acts: ViewActs;
  rest: Rest;
  name: ToolState['name'];
  /** The pointer that went down. */
  first: Pointer;
}
