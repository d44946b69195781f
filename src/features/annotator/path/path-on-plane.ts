import { placeOn, type ImagePlane } from '#model/pictures/image-plane.ts';
import type { PathCurve } from '#model/pictures/path-curve.ts';
import type { Vector } from '#model/pictures/geometry.ts';

interface Place {
  x: number;
  y: number;
}

export interface PathOnPlane {
  /** All of it, as it is seen from the front. */
  all: Place[];
  /** The parts that lie in the plane. */
  near: Place[][];
  /** Its points, with their numbers. */
  points: (Place & { at: number; isNear: boolean })[];
}

/** Every millimetre is enough for the eye. */
const EACH = 4;

/** A path on a picture, in pixels from the centre of the first. `nearMm`: what is farther from the plane lies on other slices. */
export function pathOnPlane(
  curve: PathCurve | null,
  points: readonly Vector[],
  { plane, nearMm }: { plane: ImagePlane; nearMm: number },
): PathOnPlane {
  const last = (curve?.places.length ?? 0) - 1;
  const shown = curve?.places.filter((_, at) => at % EACH === 0 || at === last).map((place) => placeOn(plane, place)) ?? [];
  const near: Place[][] = [];
  let isNear = false;
  for (const { x, y, depth } of shown) {
    const was = isNear;
    isNear = Math.abs(depth) <= nearMm;
    if (isNear && !was) near.push([]);
    if (isNear) near.at(-1)!.push({ x, y });
  }
  return {
    all: shown.map(({ x, y }) => ({ x, y })),
    near,
    points: points.map((point, at) => {
      const { x, y, depth } = placeOn(plane, point);
      return { x, y, at, isNear: Math.abs(depth) <= nearMm };
    }),
  };
}
