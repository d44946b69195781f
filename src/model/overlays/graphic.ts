/**
 * A shape by its points (PS3.3 C.10.5.1.2, C.18.6.1.2, C.18.9.1.2). Circle: the centre, then a point on the edge. Ellipse: the ends of the major axis,
 * then of the minor one. Interpolated: a curve through the points. Ellipsoid: the ends of its three axes.
 */
export interface Graphic {
  shape: GraphicShape;
  /** Of each point, one after the other: x y, or x y z. */
  points: Float64Array;
}

export type GraphicShape = 'point' | 'multipoint' | 'polyline' | 'polygon' | 'circle' | 'ellipse' | 'interpolated' | 'ellipsoid';

/** A line through its points; a single point is a mark. */
export interface Line {
  points: Float64Array;
  isClosed: boolean;
}

/** Straight lines that look like the shape. An ellipsoid has none: it is no line. */
export function graphicLines({ shape, points }: Graphic, dimensions: 2 | 3): Line[] {
  const all = Array.from({ length: points.length / dimensions }, (_, index) => pointAt(points, index, dimensions));
  switch (shape) {
    case 'point':
    case 'multipoint':
      return all.map((point) => lineOf([point], false));
    case 'polyline':
    case 'polygon':
      return [closedIfItEndsWhereItBegins(all, shape === 'polygon')];
    case 'circle':
    case 'ellipse':
      return [roundLine(shape, all)];
    case 'interpolated':
      return [closedIfItEndsWhereItBegins(curveThrough(all), false)];
    case 'ellipsoid':
      return [];
  }
}

/** How many points a shape needs at least. */
export const FEWEST_POINTS: Readonly<Record<GraphicShape, number>> = {
  ...{ point: 1, multipoint: 1, polyline: 2, polygon: 3, circle: 2, ellipse: 4, interpolated: 2, ellipsoid: 6 },
};

type Point = readonly number[];

function pointAt(points: Float64Array, index: number, dimensions: number): Point {
  return [...points.subarray(index * dimensions, (index + 1) * dimensions)];
}

function lineOf(points: readonly Point[], isClosed: boolean): Line {
  return { points: Float64Array.from(points.flat()), isClosed };
}

function closedIfItEndsWhereItBegins(points: readonly Point[], isClosed: boolean): Line {
  const [first, last] = [points[0], points.at(-1)];
  const isRepeated = points.length > 2 && first!.every((part, axis) => part === last![axis]);
  return lineOf(isRepeated ? points.slice(0, -1) : points, isClosed || isRepeated);
}

/** So many that the line is nowhere a tenth of a pixel from a circle with a radius of 80 pixels. */
const ROUND_POINTS = 64;

function roundLine(shape: 'circle' | 'ellipse', [first, second, third, fourth]: readonly Point[]): Line {
  const isCircle = shape === 'circle';
  const centre = isCircle ? first! : combined([first!, second!], [0.5, 0.5]);
  const major = isCircle ? combined([second!, first!], [1, -1]) : combined([second!, first!], [0.5, -0.5]);
  const minor = isCircle ? [-major[1]!, major[0]!] : combined([fourth!, third!], [0.5, -0.5]);
  const around = Array.from({ length: ROUND_POINTS }, (_, step) => {
    const angle = (2 * Math.PI * step) / ROUND_POINTS;
    return combined([centre, major, minor], [1, Math.cos(angle), Math.sin(angle)]);
  });
  return lineOf(around, true);
}

const STEPS_BETWEEN_POINTS = 8;

/** Catmull-Rom. The standard leaves the kind of curve to the display. */
function curveThrough(points: readonly Point[]): Point[] {
  const [first, last] = [points[0]!, points.at(-1)!];
  const isClosed = points.length > 2 && first.every((part, axis) => part === last[axis]);
  const around = (index: number): Point =>
    points[index] ?? (index < 0 ? (isClosed ? points.at(-2)! : first) : isClosed ? points[1]! : last);
  const curve = points.slice(0, -1).flatMap((point, index) => {
    const four = [around(index - 1), point, around(index + 1), around(index + 2)];
    return Array.from({ length: STEPS_BETWEEN_POINTS }, (_, step) => combined(four, catmullRom(step / STEPS_BETWEEN_POINTS)));
  });
  return [...curve, last];
}

function catmullRom(t: number): number[] {
  const [t2, t3] = [t * t, t * t * t];
  return [(2 * t2 - t - t3) / 2, (3 * t3 - 5 * t2 + 2) / 2, (4 * t2 - 3 * t3 + t) / 2, (t3 - t2) / 2];
}

function combined(points: readonly Point[], weights: readonly number[]): Point {
  return points[0]!.map((_, axis) => points.reduce((sum, point, index) => sum + point[axis]! * weights[index]!, 0));
}
