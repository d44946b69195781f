import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import { adjusting } from './adjusting.ts';
import type { Measuring } from './measure-actions.ts';
import { outlining } from './outlining.ts';
import { placing } from './placing.ts';

/** What a press begins: the change of a measurement under the pointer, or a new one. Null: another tool is in use. */
export function beginMeasuring(actions: Measuring, pointer: Pointer, rest: Rest): ToolState | null {
  const { measure } = actions;
  const kind = measure.kind();
  const grip = measure.take(pointer, pointer.isTouch);
  if (grip !== null) return adjusting(actions, pointer, rest, grip);
  if (kind === null) return null;
  if (!measure.mayBegin()) return rest();
  return kind === 'freehand' ? outlining(actions, pointer, rest) : placing(actions, pointer, rest, { kind, clicks: [] });
}
