import type { Vector } from '#model/pictures/geometry.ts';
import { sourceSeries } from '#model/computed/recipe.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { directionThrough, IDENTITY, inverseOf, pointThrough, type RigidMatrix } from '#model/registrations/rigid.ts';

export interface Space {
  series: string;
  /** UID; empty if unknown. */
  frameOfReference: string;
}

/** A registration of two series: from the mm of the fixed one to those of the moving one. */
export interface Way {
  fixed: string;
  moving: string;
  matrix: RigidMatrix;
}

/** Positions can be compared: within a series, between it and what is computed from it, and between series of one frame of reference (PS3.3 C.7.4.1.1.1). */
export function isSameSpace(a: Space, b: Space): boolean {
  return sourceSeries(a.series) === sourceSeries(b.series) || (a.frameOfReference !== '' && a.frameOfReference === b.frameOfReference);
}

/** From the points of one series to those of another: by their registration, else by the frame of reference; null: neither tells. */
export function wayBetween(ways: readonly Way[], from: Space, to: Space): RigidMatrix | null {
  const [start, end] = [sourceSeries(from.series), sourceSeries(to.series)];
  if (start === end) return IDENTITY;
  const way = wayOf(ways, start, end);
  if (way !== null) return way.fixed === start ? way.matrix : inverseOf(way.matrix);
  return isSameSpace(from, to) ? IDENTITY : null;
}

/** The latest one of two series, whichever of them is fixed. */
export function wayOf(ways: readonly Way[], a: string, b: string): Way | null {
  return ways.findLast(({ fixed, moving }) => (fixed === a && moving === b) || (fixed === b && moving === a)) ?? null;
}

export function planeThrough(way: RigidMatrix, plane: ImagePlane): ImagePlane {
  if (way === IDENTITY) return plane;
  const through = (direction: Vector): Vector => directionThrough(way, direction);
  return { ...plane, origin: pointThrough(way, plane.origin), right: through(plane.right), below: through(plane.below) };
}
