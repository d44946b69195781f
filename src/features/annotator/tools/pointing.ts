import { dragging } from '#ui/viewer/tool-states/dragging.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { PaneActions } from './pane-actions.ts';

/** The crosshair follows the pointer, and the other panes show the same point. */
export function pointing(actions: PaneActions, pointer: Pointer, rest: Rest): ToolState {
  let { x, y } = pointer;
  actions.pointAt(pointer);
  return dragging({ actions, rest, name: 'pointing', first: pointer }, (dx, dy) => {
    x += dx;
    y += dy;
    actions.pointAt({ x, y });
  });
}
