import { keyOf } from '#features/annotator/overlays/overlay-store.ts';
import { reachOf } from '#features/annotator/measure/hits.ts';
import { cellPoints, pixelAt, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import type { MaskStore, Target } from './mask-store.ts';
import { isMaskTool, type MaskTool } from './mask-tools.ts';
import type { MaskActions } from './tools/mask-actions.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { targetOf } from './where-to-draw.ts';

interface Ports {
  at: number;
  store: MaskStore;
  seen(): SeenPane;
  /** The tool that is chosen. */
  tool(): string | null;
  /** Frame of reference of the series that is drawn on; empty if unknown. */
  frame(): string;
  /** A voxel was clicked, which may be beyond the grid. */
  onClick(voxel: Voxel, isOther: boolean): void;
  scribbles: ScribblePen;
}

/** What scribbles. Points are those of the picture. */
export interface ScribblePen {
  begin(target: Target, point: { x: number; y: number }, isOther: boolean): void;
  extend(way: readonly { x: number; y: number }[]): void;
  finish(): void;
  drop(): void;
}

/** What tools that draw segments do to one pane. */
export function paneDrawing({ at, store, seen, tool, frame, onClick, scribbles }: Ports): MaskActions {
  let target: Target | null = null;
  /** The pen that is down scribbles. */
  let isScribble = false;
  const chosen = (): MaskTool | null => {
    const now = tool();
    return now !== null && isMaskTool(now) ? now : null;
  };
  const pixel = (from: { x: number; y: number }): { x: number; y: number } => {
    const [x, y] = pixelAt(seen(), from);
    return { x, y };
  };
  function aim(drawn: MaskTool): boolean {
    const { shown, open } = seen();
    const found = targetOf(store.read(), { at, shown, open, frame: frame() }, drawn);
    target = found === null || 'why' in found ? null : found;
    if (found !== null && 'why' in found) store.refuse({ pane: at, why: found.why });
    return target !== null;
  }
  /** Somebody who turns to another slice while the pen is down does not draw across slices. */
  const isOnTarget = (): boolean => {
    const { shown } = seen();
    return target !== null && shown !== null && keyOf(shown.of) === target.key;
  };
  return {
    tool: chosen,
    begin(from, isOther) {
      const drawn = chosen();
      if (drawn === null || !aim(drawn)) return false;
      isScribble = drawn === 'scribble';
      if (isScribble) {
        store.refuse(null);
        scribbles.begin(target!, pixel(from), isOther);
        return true;
      }
      store.begin(target!, pixel(from), drawn === 'eraser');
      return true;
    },
    extend(way) {
      if (isOnTarget()) (isScribble ? scribbles : store).extend(way.map(pixel));
    },
    finish: () => void (isScribble ? scribbles : store).finish(),
    drop: () => (isScribble ? scribbles : store).drop(),
    click(from, isOther) {
      if (!aim('clicks')) return;
      store.refuse(null);
      const [column, row, slice] = target!.toVoxel(pixel(from));
      onClick([Math.round(column), Math.round(row), Math.round(slice)], isOther);
    },
    outline: {
      kind: () => 'freehand',
      pixelAt: (from) => pixelAt(seen(), from),
      isAt(point, from) {
        const { size } = seen();
        const [to] = cellPoints(seen(), [point]);
        return to !== undefined && Math.hypot(to.x - from.x - size.width / 2, to.y - from.y - size.height / 2) <= reachOf(false);
      },
      aspect: () => 1,
      take: () => null,
      mayBegin: () => aim('polygon'),
      draw(_, points) {
        if (isOnTarget()) store.showPolygon(target!.key, points);
      },
      change: () => undefined,
      keep: () => void (target && store.fillPolygon(target)),
      drop: () => store.drop(),
    },
  };
}
