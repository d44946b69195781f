import type { Measuring } from '#features/annotator/measure/tools/measure-actions.ts';
import type { ViewActions } from '#ui/viewer/tool-states/tool-state.ts';
import type { MaskTool } from '#features/annotator/masks/mask-tools.ts';

interface At {
  x: number;
  y: number;
}

/** What the tools that draw segments may do on the pane under the pointer. Points count from the middle of its cell. */
export interface MaskActions {
  /** Null: another tool is in use. */
  tool(): MaskTool | null;
  /** Puts the pen down; false: nothing can be drawn here, and the pane says why. `isOther`: it says the other thing than is chosen, if the tool says something. */
  begin(from: At, isOther: boolean): boolean;
  /** Along points that the pen has passed. */
  extend(way: readonly At[]): void;
  /** What was drawn is stored. */
  finish(): void;
  /** What was drawn is forgotten. */
  drop(): void;
  /** A place was clicked. `isOther`: it says the other thing than is chosen. */
  click(at: At, isOther: boolean): void;
  /** An outline is drawn as one is measured: by corners, or freehand. */
  outline: Measuring['measure'];
}

export interface Masking {
  view: ViewActions;
  mask: MaskActions;
}
