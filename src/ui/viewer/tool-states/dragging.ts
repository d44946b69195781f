import { pinching } from './pinching.ts';
import type { Pointer, Rest, ToolState, ViewActions } from './tool-state.ts';

/** One pointer is down and moves. Every drag ends with its pointer, and a second finger makes it a pinch. */
export function dragging({ actions, rest, name, first }: Drag, drag: (dx: number, dy: number, first: Pointer) => void): ToolState {
  let last = first;
  const state: ToolState = { name, down, move, up, cancel };
  return state;

  function down(pointer: Pointer): ToolState {
    // A second finger seldom comes at once: what the first did on the way is taken back. Another button of a mouse is not listened to.
    if (!pointer.isTouch || pointer.id === first.id) return state;
    actions.restore();
    return pinching(actions, last, pointer, rest);
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
    actions.restore();
    return rest();
  }
}

interface Drag {
  actions: ViewActions;
  rest: Rest;
  name: ToolState['name'];
  /** The pointer that went down. */
  first: Pointer;
}
