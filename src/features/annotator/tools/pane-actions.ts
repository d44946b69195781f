import type { Vector } from '#model/pictures/geometry.ts';
import type { ViewActions } from '#ui/viewer/tool-states/tool-state.ts';
import { widened } from '#ui/viewer/view.ts';
import type { StationStore } from '#features/annotator/station/create-station.ts';
import type { CommentActions } from '#features/annotator/comments/pane-commenting.ts';
import { isDrawnKind } from '#features/annotator/measure/measure-kinds.ts';
import { isMaskTool } from '#features/annotator/masks/mask-tools.ts';
import type { MaskActions } from '#features/annotator/masks/tools/mask-actions.ts';
import type { MeasureActions } from '#features/annotator/measure/tools/measure-actions.ts';
import type { PathActions } from '#features/annotator/path/pane-pathing.ts';
import type { Station, Tool } from '#features/annotator/station/station.ts';

/** A rectangle between two points of the cell, from its middle. */
export interface DrawnFrame {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** What a tool may do to the pane under the pointer. */
export interface PaneActions extends ViewActions {
  /** What a drag of the main button, or of one finger, does at the moment. */
  chosen(isTouch: boolean): Tool;
  /** The crosshair goes to a point of the cell. */
  pointAt(from: { x: number; y: number }): void;
  /** The planes of the other panes turn about the crosshair. */
  turnOthers(radians: number): void;
  /** A rectangle that is drawn over the picture, and the window from the values in it. */
  frame: { show(frame: DrawnFrame | null): void; setWindow(frame: DrawnFrame): void };
  measure: MeasureActions;
  mask: MaskActions;
  comment: CommentActions;
  path: PathActions;
}

interface ShownPane {
  shownWindow(): { center: number; width: number } | null;
  steps(): number;
  /** A point of the cell, from its middle, in patient coordinates. */
  pointAt(from: { x: number; y: number }): Vector | null;
  size(): { width: number; height: number };
  showFrame(frame: DrawnFrame | null): void;
  /** Null: the picture has no values there. */
  windowOf(frame: DrawnFrame): { center: number; width: number } | null;
}

/** A short series is not walked through by a twitch, and a long one within a pane. */
const FEWEST_PIXELS = 3;
const MOST_PIXELS = 24;

export function paneActions(
  pane: number,
  station: StationStore,
  shown: ShownPane,
  { measure, mask, comment, path }: Pick<PaneActions, 'measure' | 'mask' | 'comment' | 'path'>,
): PaneActions {
  let before: { station: Station; window: { center: number; width: number } | null } | null = null;
  const chosen = (isTouch: boolean): Tool => station.read().tool ?? (isTouch ? 'slices' : 'window');
  return {
    chosen,
    tool({ isTouch }) {
      const tool = chosen(isTouch);
      return tool === 'crosshair' || tool === 'window-region' || tool === 'path' || isDrawnKind(tool) || isMaskTool(tool) ? 'slices' : tool;
    },
    walk: (by) => station.act({ act: 'walk', pane, by }),
    pixelsPerSlice: () => Math.max(FEWEST_PIXELS, Math.min(MOST_PIXELS, (shown.size().height * 0.8) / shown.steps())),
    widen(byWidth, byCenter) {
      if (before?.window) station.act({ act: 'window', pane, window: widened(before.window, byWidth, byCenter) });
    },
    pan: (dx, dy) => station.act({ act: 'pan', pane, dx, dy }),
    zoom: (factor, at) => station.act({ act: 'zoom', pane, factor, at }),
    begin() {
      before = { station: station.read(), window: shown.shownWindow() };
    },
    restore() {
      if (before !== null) station.act({ act: 'restore', station: before.station });
    },
    pointAt(from) {
      const point = shown.pointAt(from);
      if (point !== null) station.act({ act: 'point-at', pane, point });
    },
    turnOthers: (radians) => station.act({ act: 'turn-others', pane, radians }),
    frame: {
      show: (frame) => shown.showFrame(frame),
      setWindow(frame) {
        const window = shown.windowOf(frame);
        if (window !== null) station.act({ act: 'window', pane, window });
      },
    },
    measure,
    mask,
    comment,
    path,
  };
}
