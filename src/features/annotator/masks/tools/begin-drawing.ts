import { outlining } from '#features/annotator/measure/tools/outlining.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { Masking } from './mask-actions.ts';
import { clicking } from './clicking.ts';
import { painting } from './painting.ts';

/** What a press begins with a tool that draws segments. Null: another tool is in use. */
export function beginDrawing({ view, mask }: Masking, pointer: Pointer, rest: Rest): ToolState | null {
  const tool = mask.tool();
  if (tool === null) return null;
  if (tool === 'clicks') return clicking({ view, mask }, pointer, rest);
  if (tool !== 'polygon') return painting({ view, mask }, pointer, rest);
  return mask.outline.mayBegin() ? outlining({ view, measure: mask.outline }, pointer, rest) : rest();
}
