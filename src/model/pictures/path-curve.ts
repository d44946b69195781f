import type { Vector } from './geometry.ts';
import type { Facing } from './image-plane.ts';
import { cross, dot, length, minus, moved, scaled } from './vector.ts';

/** A smooth path through points, with the direction along it and one across it at equal distances. mm, patient coordinates of DICOM. */
export interface PathCurve {
  lengthMm: number;
  /** Every `STEP_MM` along the path, from its first point. */
  places: readonly Vector[];
  /** Unit vectors along the path. */
  along: readonly Vector[];
  /** Unit vectors across it, which turn about the path as little as possible. */
  across: readonly Vector[];
  /** Where along the path its points are. */
  pointsMm: readonly number[];
}

/** Fine enough that a chord leaves an arc of 5 mm radius by 0.002 mm. */
const STEP_MM = 0.25;
/** mm: points that are closer are one. */
const SAME_MM = 1e-3;

/** Null: fewer than two points that differ. */
export function curveThrough(points: readonly Vector[]): PathCurve | null {
  const known = curves.get(points);
  if (known !== undefined) return known;
  const curve = newCurve(points);
  curves.set(points, curve);
  return curve;
}

/** It is asked for with every event of the pointer. */
const curves = new WeakMap<readonly Vector[], PathCurve | null>();

function newCurve(points: readonly Vector[]): PathCurve | null {
  const numbers = points.map((_, at) => at).filter((at) => at === 0 || length(minus(points[at]!, points[at - 1]!)) > SAME_MM);
  const different = numbers.map((at) => points[at]!);
  if (different.length < 2) return null;
  const { chain, starts } = denseChain(different);
  const upTo = new Float64Array(chain.length);
  for (let at = 1; at < chain.length; at += 1) upTo[at] = upTo[at - 1]! + length(minus(chain[at]!, chain[at - 1]!));
  const lengthMm = upTo.at(-1)!;
  const places = atEqualSteps(chain, upTo);
  const along = directionsOf(places, chain);
  const ends = starts.map((at) => upTo[at]!);
  return { lengthMm, places, along, across: leastTurning(places, along), pointsMm: points.map((_, at) => ends[indexIn(numbers, at)]!) };
}

/** Of a point, or of the one before that it coincides with. */
const indexIn = (numbers: readonly number[], at: number): number => numbers.findLastIndex((number) => number <= at);

/** Points of the path for one mm, and at least so many between two of its points. */
const [EACH_MM, FEWEST, MOST] = [10, 16, 2000];

/**
 * Centripetal Catmull-Rom: it goes through the points, and makes neither loops nor cusps however unequal their distances are, which the uniform one
 * does (Yuksel 2011). `starts`: the place of each point in the chain.
 */
function denseChain(points: readonly Vector[]): { chain: Vector[]; starts: number[] } {
  const last = points.length - 1;
  const at = (index: number): Vector =>
    index < 0
      ? beyond(points[0]!, points[1]!, points[2])
      : index > last
        ? beyond(points[last]!, points[last - 1]!, points[last - 2])
        : points[index]!;
  const chain: Vector[] = [points[0]!];
  const starts = [0];
  for (let index = 0; index < last; index += 1) {
    const four = [at(index - 1), at(index), at(index + 1), at(index + 2)] as const;
    const count = Math.min(MOST, Math.max(FEWEST, Math.ceil(length(minus(four[2], four[1])) * EACH_MM)));
    for (let step = 1; step < count; step += 1) chain.push(between(four, step / count));
    chain.push(four[2]);
    starts.push(chain.length - 1);
  }
  return { chain, starts };
}

/** A point beyond an end: the path bends there as it does after its first part, and goes straight on if it has no other. */
function beyond(end: Vector, before: Vector, third: Vector | undefined): Vector {
  const from = third ?? before;
  const middle = third === undefined ? end : mixed(end, before, 0.5);
  const part = minus(before, end);
  return minus(from, scaled(part, (2 * dot(minus(from, middle), part)) / dot(part, part)));
}

/** Barry and Goldman's pyramid, with the square roots of the distances as knots. */
function between([a, b, c, d]: readonly [Vector, Vector, Vector, Vector], part: number): Vector {
  const knot = (from: Vector, to: Vector): number => Math.sqrt(length(minus(to, from)));
  const t0 = 0;
  const t1 = t0 + knot(a, b);
  const t2 = t1 + knot(b, c);
  const t3 = t2 + knot(c, d);
  const t = t1 + (t2 - t1) * part;
  const [ab, bc, cd] = [mixed(a, b, (t - t0) / (t1 - t0)), mixed(b, c, (t - t1) / (t2 - t1)), mixed(c, d, (t - t2) / (t3 - t2))];
  const [abc, bcd] = [mixed(ab, bc, (t - t0) / (t2 - t0)), mixed(bc, cd, (t - t1) / (t3 - t1))];
  return mixed(abc, bcd, part);
}

const mixed = (a: Vector, b: Vector, part: number): Vector => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];

function atEqualSteps(chain: readonly Vector[], upTo: Float64Array): Vector[] {
  const count = Math.floor(upTo.at(-1)! / STEP_MM + 1e-9) + 1;
  const places: Vector[] = [];
  for (let step = 0, at = 0; step < count; step += 1) {
    const mm = step * STEP_MM;
    while (at < chain.length - 2 && upTo[at + 1]! < mm) at += 1;
    places.push(mixed(chain[at]!, chain[at + 1]!, (mm - upTo[at]!) / (upTo[at + 1]! - upTo[at]!)));
  }
  return places;
}

/** Of second order everywhere, at the ends from three places on one side. */
function directionsOf(places: readonly Vector[], chain: readonly Vector[]): Vector[] {
  const last = places.length - 1;
  if (last < 2) return places.map(() => unit(minus(chain.at(-1)!, chain[0]!)));
  const atEnd = (end: Vector, next: Vector, third: Vector): Vector =>
    [0, 1, 2].map((axis) => 4 * next[axis]! - 3 * end[axis]! - third[axis]!) as unknown as Vector;
  return places.map((_, at) => {
    if (at === 0) return unit(atEnd(places[0]!, places[1]!, places[2]!));
    if (at === last) return unit(scaled(atEnd(places[last]!, places[last - 1]!, places[last - 2]!), -1));
    return unit(minus(places[at + 1]!, places[at - 1]!));
  });
}

const unit = (vector: Vector): Vector => scaled(vector, 1 / length(vector));

/** Frames of least rotation by double reflection (Wang, Jüttler, Zheng, Liu 2008): Frenet's frames flip where a path bends the other way. */
function leastTurning(places: readonly Vector[], along: readonly Vector[]): Vector[] {
  const across = [firstAcross(along[0]!)];
  for (let at = 0; at + 1 < places.length; at += 1) {
    const chord = minus(places[at + 1]!, places[at]!);
    const [reflected, direction] = [mirrored(across[at]!, chord), mirrored(along[at]!, chord)];
    const next = mirrored(reflected, minus(along[at + 1]!, direction));
    // Rounding must not tilt it towards the path.
    across.push(upright(next, along[at + 1]!));
  }
  return across;
}

/** In the plane through the middle of a chord, or between two directions. */
function mirrored(vector: Vector, normal: Vector): Vector {
  const square = dot(normal, normal);
  if (square < 1e-24) return vector;
  const twice = (2 * dot(normal, vector)) / square;
  return minus(vector, scaled(normal, twice));
}

/** The part of a vector that is across a direction. */
const upright = (vector: Vector, direction: Vector): Vector => unit(minus(vector, scaled(direction, dot(vector, direction))));

/** Towards the patient's left; to the back, where the path itself goes sideways. */
function firstAcross(along: Vector): Vector {
  return upright(Math.abs(along[0]) < SIDEWAYS ? [1, 0, 0] : [0, 1, 0], along);
}
const SIDEWAYS = 0.9;

/** A place on the path, in mm from its first point. */
export function placeAlong({ places, along, lengthMm }: PathCurve, mm: number): Vector {
  const inside = Math.max(0, Math.min(lengthMm, mm));
  const { at, part } = stepAt(places.length, inside);
  // The last step is shorter than the others.
  if (at === places.length - 1) return moved(places[at]!, along[at]!, inside - at * STEP_MM);
  return mixed(places[at]!, places[at + 1]!, part);
}

/** The path's own directions at a place: along it, and two across it, turned about it by an angle. */
export function frameAlong({ places, along, across }: PathCurve, mm: number, degrees: number): { along: Vector; right: Vector } {
  const { at, part } = stepAt(places.length, Math.max(0, mm));
  const next = Math.min(at + 1, places.length - 1);
  const direction = unit(mixed(along[at]!, along[next]!, part));
  const side = upright(mixed(across[at]!, across[next]!, part), direction);
  const other = cross(direction, side);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { along: direction, right: [0, 1, 2].map((axis) => side[axis]! * cos + other[axis]! * sin) as unknown as Vector };
}

/** A plane across the path, seen in the direction of the path. */
export function facingAcross(curve: PathCurve, mm: number, degrees: number): Facing {
  const { along, right } = frameAlong(curve, mm, degrees);
  return { right, below: cross(along, right) };
}

function stepAt(count: number, mm: number): { at: number; part: number } {
  const at = Math.min(count - 1, Math.floor(mm / STEP_MM));
  return { at, part: at === count - 1 ? 0 : mm / STEP_MM - at };
}

/** mm along the path of its place that is nearest to a point. */
export function nearestAlong({ places, along, lengthMm }: PathCurve, point: Vector): number {
  const squares = places.map((place) => square(minus(point, place)));
  const nearest = squares.reduce((best, one, at) => (one < squares[best]! ? at : best), 0);
  const [before, here, after] = [squares[nearest - 1], squares[nearest]!, squares[nearest + 1]];
  // Between its neighbours the square of the distance is a parabola.
  const part =
    before === undefined || after === undefined
      ? dot(minus(point, places[nearest]!), along[nearest]!) / STEP_MM
      : (before - after) / (2 * (before - 2 * here + after));
  return Math.max(0, Math.min(lengthMm, (nearest + Math.max(-1, Math.min(1, part))) * STEP_MM));
}

const square = (vector: Vector): number => dot(vector, vector);

/** A point beside the path, in the direction that is turned about it by an angle. */
export function pointBeside(curve: PathCurve, atMm: number, { degrees, mm }: { degrees: number; mm: number }): Vector {
  return moved(placeAlong(curve, atMm), frameAlong(curve, atMm, degrees).right, mm);
}
