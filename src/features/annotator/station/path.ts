import type { Vector } from '#model/pictures/geometry.ts';
import { placeOn, pointOf } from '#model/pictures/image-plane.ts';
import { curveThrough, facingAcross, placeAlong, type PathCurve } from '#model/pictures/path-curve.ts';
import { length } from '#model/pictures/vector.ts';
import { directionThrough, pointThrough } from '#model/registrations/rigid.ts';
import { LARGEST_LAYOUT } from './largest-layout.ts';
import { EMPTY_PANE, in3dOf, resetView, type Pane } from './pane.ts';
import { planeOfPane } from './pane-plane.ts';
import { whereIs, type ShapeOf } from './series-shape.ts';
import type { Station } from './station.ts';
import { wayBetween, type Space, type Way } from './ways.ts';

/** A path that a person has drawn, in the coordinates of one series. */
export interface Path extends Space {
  points: readonly Vector[];
}

export const MOST_POINTS = 200;
export const FIRST_WIDTH_MM = 60;
export const [LEAST_WIDTH_MM, MOST_WIDTH_MM] = [5, 300];

export type PathAct =
  /** At the end of the path, in the coordinates of the pane. */
  | { act: 'add-point'; pane: number; point: Vector }
  | { act: 'move-point'; pane: number; at: number; point: Vector }
  | { act: 'drop-point' | 'delete-path' }
  /** What was kept on the device, by an earlier visit or another window; null: it was deleted there. */
  | { act: 'path-kept'; path: Path | null }
  /** The series of the active pane along the path: in a pane beside it, or no longer. */
  | { act: 'show-path'; isShown: boolean }
  | { act: 'turn-path'; pane: number; degrees: number }
  | { act: 'path-width'; pane: number; widthMm: number }
  /** A plane across the path, which goes with the position. */
  | { act: 'across-path' };

export interface Known {
  shapeOf: ShapeOf;
  ways: readonly Way[];
}

export function pathAfter(station: Station, act: PathAct, known: Known): Station {
  switch (act.act) {
    case 'add-point': {
      const space = spaceOfPane(station, act.pane, known);
      if (space === null || (station.path?.points.length ?? 0) >= MOST_POINTS) return station;
      const way = station.path === null ? null : wayBetween(known.ways, space, station.path);
      if (station.path === null) return withPath(station, { ...space, points: [act.point] }, known);
      return way === null
        ? station
        : withPath(station, { ...station.path, points: [...station.path.points, pointThrough(way, act.point)] }, known);
    }
    case 'move-point': {
      const [space, { path }] = [spaceOfPane(station, act.pane, known), station];
      const way = space && path && wayBetween(known.ways, space, path);
      if (!way || path?.points[act.at] === undefined) return station;
      return withPath(station, { ...path, points: path.points.with(act.at, pointThrough(way, act.point)) }, known);
    }
    case 'drop-point':
      return station.path === null ? station : withPath(station, { ...station.path, points: station.path.points.slice(0, -1) }, known);
    case 'delete-path':
      return station.path === null ? station : withPath(station, null, known);
    case 'path-kept':
      return withPath(station, act.path, known);
    case 'show-path':
      return act.isShown ? shownAlong(station, known) : notAlong(station);
    case 'turn-path':
      return withPanePath(station, act.pane, { degrees: ((act.degrees % 360) + 360) % 360 });
    case 'path-width':
      return withPanePath(station, act.pane, { widthMm: Math.max(LEAST_WIDTH_MM, Math.min(MOST_WIDTH_MM, act.widthMm)) });
    case 'across-path':
      return shownAcross(station);
  }
}

export const pathPaneOf = ({ panes }: Pick<Station, 'panes'>): number => panes.findIndex(({ show }) => show === 'path');
export const acrossPaneOf = ({ panes }: Pick<Station, 'panes'>): number => panes.findIndex(({ followsPath }) => followsPath !== null);

function spaceOfPane({ panes }: Station, at: number, { shapeOf }: Known): Space | null {
  const series = panes[at]?.series ?? null;
  const shape = series === null ? null : shapeOf(series);
  return shape && { series: series!, frameOfReference: shape.frameOfReference };
}

/** The pane along the path shows the new one. Without two points there is none, nor where nothing says any longer where they lie. */
export function withPath(station: Station, path: Path | null, known: Known): Station {
  const next = { ...station, path: path === null || path.points.length === 0 ? null : path };
  if (curveThrough(next.path?.points ?? NO_POINTS) === null || isLost(next, known)) return notAlong(next);
  const panes = station.panes.map((pane, at): Pane => {
    const points = pane.path && pointsFor(next, at, known);
    const curve = points && curveThrough(points);
    return pane.path && points && curve
      ? { ...pane, path: { ...pane.path, points, atMm: Math.min(pane.path.atMm, curve.lengthMm) } }
      : pane;
  });
  return { ...next, panes };
}

const NO_POINTS: readonly Vector[] = [];

function isLost(station: Station, known: Known): boolean {
  const at = pathPaneOf(station);
  return at >= 0 && spaceOfPane(station, at, known) !== null && pointsFor(station, at, known) === null;
}

/** The points of the path in the coordinates of a pane; null: nothing says where they lie there. */
export function pointsFor(station: Station, at: number, known: Known): readonly Vector[] | null {
  const space = spaceOfPane(station, at, known);
  return station.path && space && pointsIn(station.path, space, known.ways);
}

/** The same list in the series of the path itself. */
export function pointsIn(path: Path, space: Space, ways: readonly Way[]): readonly Vector[] | null {
  const way = wayBetween(ways, path, space);
  if (way === null || path.series === space.series) return way && path.points;
  return path.points.map((point) => pointThrough(way, point));
}

function withPanePath(station: Station, at: number, change: Partial<NonNullable<Pane['path']>>): Station {
  const pane = station.panes[at];
  return pane?.path ? { ...station, panes: station.panes.with(at, { ...pane, path: { ...pane.path, ...change } }) } : station;
}

function shownAlong(station: Station, known: Known): Station {
  const { active, panes } = station;
  const at = pathPaneOf(station);
  if (at >= 0) return station.isFull ? { ...station, active: at } : station;
  const [pane, points] = [panes[active]!, pointsFor(station, active, known)];
  const shape = pane.series === null ? null : known.shapeOf(pane.series);
  if (points === null || curveThrough(points) === null || !shape?.hasPlanes || pane.is3d) return station;
  const along: Pane = {
    ...resetView(pane),
    ...{ window: pane.window, isInverted: pane.isInverted, isHot: pane.isHot, fused: null, followsPath: null },
    show: 'path',
    path: { points, degrees: 0, atMm: 0, widthMm: FIRST_WIDTH_MM, before: null },
  };
  return beside(station, (before) => ({ ...along, path: { ...along.path!, before } }));
}

/** In the last pane that is not active, or in a new one. `made`: from what that pane shows; null: it is new. */
export function beside(station: Station, made: (before: Pane | null) => Pane): Station {
  const { active, panes } = station;
  const at = panes.length - 1 === active ? active - 1 : panes.length - 1;
  return at < 0 ? withNewPane(station, made(null)) : { ...station, isFull: false, panes: panes.with(at, made(panes[at]!)) };
}

const withNewPane = (station: Station, pane: Pane): Station => ({
  ...station,
  layout: { rows: 1, columns: station.panes.length + 1 },
  panes: [...station.panes, pane],
  isFull: false,
});

/** A pane shows again what it showed before; one that was added goes. While it shows 3D, that stays, and the pane then goes with it. */
function paneAgain(station: Station, at: number, before: Pane | null): Station {
  const pane = station.panes[at]!;
  if (before === null && !pane.is3d && isInRow(station)) return withoutPane(station, at);
  const { series, slice, window, isInverted, isHot, is3d } = pane;
  const again = before ?? { ...EMPTY_PANE, series, slice, window, isInverted, isHot };
  const in3d = is3d ? { ...in3dOf(pane), isAddedFor3d: before?.isAddedFor3d ?? true } : {};
  return { ...station, panes: station.panes.with(at, { ...again, ...in3d }) };
}

/** One of its panes can go without another layout. */
export const isInRow = ({ layout, panes }: Station): boolean => layout.rows === 1 && panes.length > 1;

export function withoutPane(station: Station, at: number): Station {
  const { panes, active } = station;
  const left = { layout: { rows: 1, columns: panes.length - 1 }, panes: panes.toSpliced(at, 1), isFull: false };
  return { ...station, ...left, active: active >= at ? Math.max(0, active - 1) : active };
}

function notAlong(station: Station): Station {
  const left = notAcross(station);
  const at = pathPaneOf(left);
  return at < 0 ? left : paneAgain(left, at, left.panes[at]!.path!.before);
}

function notAcross(station: Station): Station {
  const at = acrossPaneOf(station);
  return at < 0 ? station : paneAgain(station, at, station.panes[at]!.followsPath!.before);
}

/** A pane of its own where there is room in the row, else in place of the last one that is not along the path. */
function shownAcross(station: Station): Station {
  const along = pathPaneOf(station);
  if (along < 0 || acrossPaneOf(station) >= 0) return notAcross(station);
  const { panes, layout } = station;
  const { series, window, isInverted, isHot } = panes[along]!;
  const across = (before: Pane | null): Pane => ({
    ...EMPTY_PANE,
    ...{ series, window, isInverted, isHot, show: 'axial', followsPath: { before } },
  });
  const hasRoom = layout.rows === 1 && panes.length < LARGEST_LAYOUT;
  const at = panes.findLastIndex((_, index) => index !== along);
  return hasRoom || at < 0 ? withNewPane(station, across(null)) : { ...station, panes: panes.with(at, across(panes[at]!)) };
}

/** After each change: the plane across the path is where the position is. Without a pane along the path it is a plane like others. */
export function acrossFollows(station: Station, { shapeOf, ways }: Known): Station {
  const [at, across] = [pathPaneOf(station), acrossPaneOf(station)];
  if (across < 0) return station;
  const [leader, pane] = [station.panes[at], station.panes[across]!];
  const curve = leader?.path ? curveThrough(leader.path.points) : null;
  if (!curve) return { ...station, panes: station.panes.with(across, { ...pane, followsPath: null }) };
  const [from, to] = [at, across].map((one) => spaceOfPane(station, one, { shapeOf, ways }));
  const way = from && to && wayBetween(ways, from, to);
  if (!way) return station;
  const { atMm, degrees } = leader!.path!;
  const facing = facingAcross(curve, atMm, degrees);
  const point = pointThrough(way, placeAlong(curve, atMm));
  const [right, below] = [directionThrough(way, facing.right), directionThrough(way, facing.below)];
  const { point: before, turned } = pane;
  if (before && turned && isSame(before, point) && isSame(turned.right, right) && isSame(turned.below, below)) return station;
  return { ...station, panes: station.panes.with(across, { ...pane, point, turned: { right, below } }) };
}

const isSame = (a: Vector, b: Vector): boolean => a.every((part, axis) => part === b[axis]);

/** Of a pane along a path; null for others. */
export function curveOf({ path }: Pick<Pane, 'path'>): PathCurve | null {
  return path && curveThrough(path.points);
}

const COSINES = [1, 0, -1, 0];
const SINES = [0, 1, 0, -1];

/** A point of the picture of a pane, so many mm on the screen from its crosshair, or from its middle without one. */
export function besideCursor(pane: Pane, cursor: Vector | null, way: { right: number; below: number }, shapeOf: ShapeOf): Vector | null {
  const shape = pane.series === null ? null : shapeOf(pane.series);
  const plane = shape && planeOfPane(pane, shape);
  const middle = shape && (cursor ?? whereIs(pane, shape)?.point ?? null);
  if (!plane || !middle) return null;
  const { x, y } = placeOn(plane, middle);
  // The reverse of how the picture is turned and flipped on the screen.
  const [cos, sin] = [COSINES[pane.quarters]!, SINES[pane.quarters]!];
  const right = (pane.isFlipped ? -1 : 1) * (cos * way.right + sin * way.below);
  const below = -sin * way.right + cos * way.below;
  const inside = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));
  return pointOf(plane, inside(x + right / length(plane.right), plane.width), inside(y + below / length(plane.below), plane.height));
}
