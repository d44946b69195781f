import { dragging } from '#ui/viewer/tool-states/dragging.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { PaneActions } from './pane-actions.ts';

const RADIANS_PER_PIXEL = Math.PI / 360;

/** To the right turns clockwise: half a degree for each pixel. */
export function turning(actions: PaneActions, pointer: Pointer, rest: Rest): ToolState {
  return dragging({ actions, rest, name: 'turning', first: pointer }, (dx) => actions.turnOthers(dx * RADIANS_PER_PIXEL));
}
