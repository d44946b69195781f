import { LIMITS } from '#contract/limits.ts';
import type { PixelPoint } from '#contract/measurements.ts';
import type { DrawnKind } from './measure-kinds.ts';

/** Clicks that make each kind. An outline has as many as its author wants. */
const CLICKS: Record<Exclude<DrawnKind, 'freehand'>, number> = {
  ...{ length: 2, angle: 3, ellipse: 2, rectangle: 2, bidirectional: 3, probe: 1, arrow: 2, point: 1, box: 2 },
};

export function clicksOf(kind: Exclude<DrawnKind, 'freehand'>): number {
  return CLICKS[kind];
}

/** What is shown after so many clicks: the points of the kind, or fewer before the last click. `aspect`: height of a pixel to its width. */
export function pointsOf(kind: DrawnKind, clicks: readonly PixelPoint[], isShift: boolean, aspect: number): PixelPoint[] {
  const [a, b, c] = clicks;
  if (isShift && isBox(kind) && a && b) return [a, squared(a, b, aspect)];
  if (kind === 'bidirectional' && a && b && c) return [a, b, ...crossingThrough(a, b, c, aspect)];
  return [...clicks];
}

const isBox = (kind: DrawnKind): boolean => kind === 'ellipse' || kind === 'rectangle' || kind === 'box';

/** The corner of a square that is the larger side of the box in mm. */
function squared([x, y]: PixelPoint, [toX, toY]: PixelPoint, aspect: number): PixelPoint {
  const [width, height] = [toX - x, (toY - y) * aspect];
  const side = Math.max(Math.abs(width), Math.abs(height));
  return [x + (width < 0 ? -side : side), y + (height < 0 ? -side : side) / aspect];
}

/** The short axis: through the foot of the pointer on the long one, and as far to both sides. */
function crossingThrough(a: PixelPoint, b: PixelPoint, pointer: PixelPoint, aspect: number): [PixelPoint, PixelPoint] {
  const { along, beside } = onAxis(a, b, pointer, aspect);
  return [besideAxis(a, b, along, beside, aspect), besideAxis(a, b, along, -beside, aspect)];
}

/** Where a point is: part of the way from `a` to `b`, and how far beside it in widths of a pixel. */
function onAxis(a: PixelPoint, b: PixelPoint, [x, y]: PixelPoint, aspect: number): { along: number; beside: number } {
  const [dx, dy] = [b[0] - a[0], (b[1] - a[1]) * aspect];
  const long = Math.sqrt(dx * dx + dy * dy) || 1;
  const [px, py] = [x - a[0], (y - a[1]) * aspect];
  return { along: Math.max(0, Math.min(1, (px * dx + py * dy) / (long * long))), beside: (py * dx - px * dy) / long };
}

function besideAxis(a: PixelPoint, b: PixelPoint, along: number, beside: number, aspect: number): PixelPoint {
  const [dx, dy] = [b[0] - a[0], (b[1] - a[1]) * aspect];
  const long = Math.sqrt(dx * dx + dy * dy) || 1;
  return [a[0] + dx * along - (dy / long) * beside, a[1] + (dy * along + (dx / long) * beside) / aspect];
}

/** An outline with more corners than this is moved as a whole. */
const MOST_HANDLES = 24;

/** Where a measurement can be held. Those of an ellipse are on its outline. */
export function handlesOf(kind: DrawnKind, points: readonly PixelPoint[]): PixelPoint[] {
  const [a, b] = points;
  if (kind === 'freehand') return points.length <= MOST_HANDLES ? [...points] : [];
  if (!isBox(kind) || !a || !b) return [...points];
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  if (kind === 'ellipse')
    return [
      [a[0], y],
      [x, a[1]],
      [b[0], y],
      [x, b[1]],
    ];
  return [a, [b[0], a[1]], b, [a[0], b[1]]];
}

interface Held {
  handle: number;
  to: PixelPoint;
  isShift: boolean;
  aspect: number;
}

/** The points after a handle was moved. */
export function withHandleAt(kind: DrawnKind, points: readonly PixelPoint[], { handle, to, isShift, aspect }: Held): PixelPoint[] {
  const [a, b, c, d] = points as [PixelPoint, PixelPoint, PixelPoint, PixelPoint];
  if (kind === 'ellipse') return isShift ? circleThrough(a, b, to, aspect) : withSide(a, b, handle, to);
  if (isBox(kind)) {
    // Corner 0 is the first point and 2 the second; 1 and 3 have a side of each.
    const opposite: PixelPoint = [handle === 0 || handle === 3 ? b[0] : a[0], handle < 2 ? b[1] : a[1]];
    return [opposite, isShift ? squared(opposite, to, aspect) : to];
  }
  if (kind === 'bidirectional') {
    if (handle < 2) {
      const [from, end] = handle === 0 ? [to, b] : [a, to];
      const [one, other] = [onAxis(a, b, c, aspect), onAxis(a, b, d, aspect)];
      const moved = (side: { along: number; beside: number }) => besideAxis(from, end, side.along, side.beside, aspect);
      return [from, end, moved(one), moved(other)];
    }
    const { along, beside } = onAxis(a, b, to, aspect);
    const other = onAxis(a, b, handle === 2 ? d : c, aspect);
    const ends = [besideAxis(a, b, along, beside, aspect), besideAxis(a, b, along, other.beside, aspect)] as const;
    return handle === 2 ? [a, b, ends[0], ends[1]] : [a, b, ends[1], ends[0]];
  }
  return points.with(handle, to);
}

function withSide(a: PixelPoint, b: PixelPoint, handle: number, to: PixelPoint): PixelPoint[] {
  switch (handle) {
    case 0:
      return [[to[0], a[1]], b];
    case 1:
      return [[a[0], to[1]], b];
    case 2:
      return [a, [to[0], b[1]]];
    default:
      return [a, [b[0], to[1]]];
  }
}

/** About the same middle. */
function circleThrough(a: PixelPoint, b: PixelPoint, to: PixelPoint, aspect: number): PixelPoint[] {
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [dx, dy] = [to[0] - x, (to[1] - y) * aspect];
  const radius = Math.sqrt(dx * dx + dy * dy);
  return [
    [x - radius, y - radius / aspect],
    [x + radius, y + radius / aspect],
  ];
}

export function movedBy(points: readonly PixelPoint[], dx: number, dy: number): PixelPoint[] {
  return points.map(([x, y]): PixelPoint => [x + dx, y + dy]);
}

/** An outline with as few points as may be stored: every second one is left out until they fit. */
export function thinned(points: readonly PixelPoint[]): PixelPoint[] {
  let kept = [...points];
  while (kept.length > LIMITS.measurementPoints) kept = kept.filter((_, at) => at % 2 === 0);
  return kept;
}

/** Hundredths of a pixel: finer than anybody points. */
export function rounded(points: readonly PixelPoint[]): PixelPoint[] {
  return points.map(([x, y]): PixelPoint => [Math.round(x * 100) / 100 + 0, Math.round(y * 100) / 100 + 0]);
}

const ELLIPSE_STEPS = 64;

/** What is drawn of it: lines through points of the picture. Closed ones end where they begin. */
export function linesOf(kind: DrawnKind, points: readonly PixelPoint[]): PixelPoint[][] {
  const [a, b] = points;
  if (!a) return [];
  if (kind === 'bidirectional') return points.length < 4 ? [[...points]] : [points.slice(0, 2), points.slice(2)];
  if (kind === 'freehand') return [[...points, a]];
  if (!isBox(kind) || !b) return [[...points]];
  if (kind !== 'ellipse') return [[a, [b[0], a[1]], b, [a[0], b[1]], a]];
  const [x, y, radiusX, radiusY] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (b[0] - a[0]) / 2, (b[1] - a[1]) / 2];
  return [
    Array.from({ length: ELLIPSE_STEPS + 1 }, (_, step): PixelPoint => {
      const turn = (2 * Math.PI * step) / ELLIPSE_STEPS;
      return [x + radiusX * Math.cos(turn), y + radiusY * Math.sin(turn)];
    }),
  ];
}
