import { idle } from '#ui/viewer/tool-states/idle.ts';
import type { ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { PaneActions } from './pane-actions.ts';
import { pointing } from './pointing.ts';
import { turning } from './turning.ts';

/** No pointer is down. Shift with the crosshair turns the planes of the other panes. */
export function atRest(actions: PaneActions): ToolState {
  return idle(actions, (pointer, rest) => {
    if (pointer.button !== 0 || actions.chosen(pointer.isTouch) !== 'crosshair') return null;
    return pointer.isShift ? turning(actions, pointer, rest) : pointing(actions, pointer, rest);
  });
}
