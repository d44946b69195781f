import { placingComment } from '#features/annotator/comments/pane-commenting.ts';
import { beginMeasuring } from '#features/annotator/measure/tools/begin-measuring.ts';
import { beginDrawing } from '#features/annotator/masks/tools/begin-drawing.ts';
import { clicking } from '#features/annotator/masks/tools/clicking.ts';
import { beginPathing } from '#features/annotator/path/begin-pathing.ts';
import { idle } from '#ui/viewer/tool-states/idle.ts';
import type { ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { PaneActions } from './pane-actions.ts';
import { framing } from './framing.ts';
import { pointing } from './pointing.ts';
import { turning } from './turning.ts';

/** No pointer is down. A handle of the current measurement can always be taken. Shift with the crosshair turns the planes of the other panes. */
export function atRest(actions: PaneActions): ToolState {
  return idle(actions, (pointer, rest) => {
    if (pointer.button !== 0)
      return actions.mask.tool() === 'clicks' ? clicking({ view: actions, mask: actions.mask }, pointer, rest) : null;
    if (actions.comment.isPinning()) return placingComment({ view: actions, comment: actions.comment }, pointer, rest);
    const drawing = beginDrawing({ view: actions, mask: actions.mask }, pointer, rest);
    if (drawing !== null) return drawing;
    const measuring = beginMeasuring({ view: actions, measure: actions.measure }, pointer, rest);
    if (measuring !== null) return measuring;
    const pathing = beginPathing({ view: actions, path: actions.path }, pointer, rest);
    if (pathing !== null) return pathing;
    const chosen = actions.chosen(pointer.isTouch);
    if (chosen === 'window-region') return framing(actions, pointer, rest);
    if (chosen !== 'crosshair') return null;
    return pointer.isShift ? turning(actions, pointer, rest) : pointing(actions, pointer, rest);
  });
}
