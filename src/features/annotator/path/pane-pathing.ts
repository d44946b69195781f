import { cellPoints, pixelAt, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import { nearestWithin, reachOf } from '#features/annotator/measure/hits.ts';
import type { StationStore } from '#features/annotator/station/create-station.ts';
import { curveOf, MOST_POINTS, pointsFor } from '#features/annotator/station/path.ts';
import { finestStepMm, sliceStep, type ShapeOf } from '#features/annotator/station/series-shape.ts';
import { usedWays } from '#features/annotator/station/station.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { pointOf } from '#model/pictures/image-plane.ts';
import { curveThrough, pointBeside } from '#model/pictures/path-curve.ts';
import { pathOnPlane, type PathOnPlane } from './path-on-plane.ts';
import { PATH_TEXTS } from './path-texts.ts';

interface Place {
  x: number;
  y: number;
}

/** What the tool does to one pane. Places count from the middle of its cell. */
export interface PathActions {
  isChosen(): boolean;
  /** The pane shows its series along the path. */
  isAlong(): boolean;
  /** The number of the point of the path under the pointer. */
  pointUnder(from: Place, isTouch: boolean): number | null;
  /** Its number; null: there can be none here. The pane says why. */
  add(from: Place): number | null;
  move(at: number, from: Place): void;
  /** The line of the position is under the pointer. */
  isOnPosition(from: Place, isTouch: boolean): boolean;
  goTo(from: Place): void;
  turn(degrees: number): void;
}

interface Ports {
  at: number;
  station: StationStore;
  shapeOf: ShapeOf;
  seen(): SeenPane;
  refuse(why: string): void;
}

export function panePathing({ at, station, shapeOf, seen, refuse }: Ports): PathActions {
  const known = () => ({ shapeOf, ways: usedWays(station.read()) });
  const paneOf = () => station.read().panes[at]!;
  const place = (from: Place): Vector | null => {
    const { shown } = seen();
    if (!shown?.picture.plane || !isInside(seen(), from)) return null;
    const [x, y] = pixelAt(seen(), from);
    return pointOf(shown.picture.plane, x, y);
  };
  return {
    isChosen: () => station.read().tool === 'path',
    isAlong: () => paneOf().path !== null,
    pointUnder(from, isTouch) {
      const near = pathSeen(seen(), pointsFor(station.read(), at, known()))?.points.filter(({ isNear }) => isNear) ?? [];
      const { size } = seen();
      const cells = cellPoints(
        seen(),
        near.map(({ x, y }) => [x, y] as const),
      );
      const found = nearestWithin(cells, { x: from.x + size.width / 2, y: from.y + size.height / 2 }, reachOf(isTouch));
      return found === null ? null : near[found]!.at;
    },
    add(from) {
      const { shown, open } = seen();
      if (shown === null || open === null || !isInside(seen(), from)) return null;
      const { path } = station.read();
      const point = place(from);
      const why =
        point === null
          ? PATH_TEXTS.noPlace
          : path !== null && pointsFor(station.read(), at, known()) === null
            ? PATH_TEXTS.elsewhere
            : (path?.points.length ?? 0) >= MOST_POINTS
              ? PATH_TEXTS.full(MOST_POINTS)
              : null;
      if (point === null || why !== null) {
        refuse(why!);
        return null;
      }
      station.act({ act: 'point-at', pane: at, point });
      station.act({ act: 'add-point', pane: at, point });
      return station.read().path!.points.length - 1;
    },
    move(number, from) {
      const point = place(from);
      if (point !== null) station.act({ act: 'move-point', pane: at, at: number, point });
    },
    isOnPosition(from, isTouch) {
      const { shown } = seen();
      const { path } = paneOf();
      if (shown === null || path === null || !('mmPerPixel' in shown.picture)) return false;
      const [x, y] = pixelAt(seen(), from);
      const line = cellPoints(seen(), [
        [x, y],
        [x, path.atMm / shown.picture.mmPerPixel],
      ]);
      return Math.hypot(line[0]!.x - line[1]!.x, line[0]!.y - line[1]!.y) <= reachOf(isTouch);
    },
    goTo(from) {
      const { shown, open } = seen();
      if (shown === null || open === null || !('mmPerPixel' in shown.picture)) return;
      const mm = pixelAt(seen(), from)[1] * shown.picture.mmPerPixel;
      station.act({ act: 'walk-to', pane: at, to: Math.round(mm / finestStepMm(open)) });
    },
    turn: (degrees) => station.act({ act: 'turn-path', pane: at, degrees: (paneOf().path?.degrees ?? 0) + degrees }),
  };
}

function isInside({ shown, size, pane }: SeenPane, from: Place): boolean {
  if (shown === null) return false;
  const { columns, rows } = shown.picture.frame;
  const [x, y] = pixelAt({ shown, size, pane }, from);
  return x >= -0.5 && y >= -0.5 && x <= columns - 0.5 && y <= rows - 0.5;
}

/** mm: between two places of the path that are drawn there is at least one within it. */
const LEAST_NEAR_MM = 1.5;

/** The path on the picture of a pane; null without a path, and where the picture has no place. */
export function pathSeen(
  { shown, open, pane }: Pick<SeenPane, 'shown' | 'open' | 'pane'>,
  points: readonly Vector[] | null,
): PathOnPlane | null {
  const plane = shown?.picture.plane ?? null;
  if (plane === null || open === null || points === null) return null;
  const stepMm = pane.show === 'stored' ? sliceStep(open) : (pane.slab?.thicknessMm ?? 0);
  return pathOnPlane(curveThrough(points), points, { plane, nearMm: Math.max(LEAST_NEAR_MM, stepMm / 2) });
}

/** The point of the patient under a pixel of a picture along a path. */
export function pointAlong({ shown, pane }: Pick<SeenPane, 'shown' | 'pane'>, [x, y]: readonly [number, number]): Vector | null {
  const curve = curveOf(pane);
  if (shown === null || curve === null || !('mmPerPixel' in shown.picture)) return null;
  const { frame, mmPerPixel } = shown.picture;
  return pointBeside(curve, y * mmPerPixel, { degrees: pane.path!.degrees, mm: (x - (frame.columns - 1) / 2) * mmPerPixel });
}
