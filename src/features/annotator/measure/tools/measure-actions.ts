import type { PixelPoint } from '#contract/measurements.ts';
import type { DrawnKind } from '#features/annotator/measure/measure-kinds.ts';
import type { ViewActions } from '#ui/viewer/tool-states/tool-state.ts';

interface At {
  x: number;
  y: number;
}

/** Something that is measured already, under the pointer. */
export interface Grip {
  kind: DrawnKind;
  points: readonly PixelPoint[];
  /** Null: it is held between its handles, and moves as a whole. */
  handle: number | null;
}

/** What the tools that measure may do on the pane under the pointer. */
export interface MeasureActions {
  /** The kind that is to be drawn; null: another tool is in use. */
  kind(): DrawnKind | null;
  /** The pixel under a point of the cell. */
  pixelAt(from: At): PixelPoint;
  /** Whether a point of the picture is where the pointer is. */
  isAt(point: PixelPoint, from: At): boolean;
  /** Height of a pixel to its width. */
  aspect(): number;
  /** Makes the measurement under the pointer the current one. Without a tool that measures, only handles of the current one count. */
  take(from: At, isTouch: boolean): Grip | null;
  /** Whether something new can be drawn here. If not, the pane says why. */
  mayBegin(): boolean;
  /** Something new, as far as it has been drawn. */
  draw(kind: DrawnKind, points: readonly PixelPoint[]): void;
  /** The measurement that was taken, with other points. */
  change(points: readonly PixelPoint[]): void;
  /** What was drawn or changed is stored. */
  keep(): void;
  /** What was drawn or changed is forgotten. */
  drop(): void;
}

export interface Measuring {
  view: ViewActions;
  measure: MeasureActions;
}

/** Points that were clicked so far. */
export interface Clicked {
  kind: Exclude<DrawnKind, 'freehand'>;
  clicks: readonly PixelPoint[];
}

/** CSS pixels that a pointer may move within a click. */
const CLICK_SIZE = 4;

export function isClick(from: At, to: At): boolean {
  return Math.abs(to.x - from.x) <= CLICK_SIZE && Math.abs(to.y - from.y) <= CLICK_SIZE;
}
