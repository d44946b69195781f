import { isOpened, type OpenSeries } from '#features/annotator/station/series-store.ts';
import type { SeriesShape } from '#features/annotator/station/series-shape.ts';
import type { SeriesRecipe } from '#model/computed/recipe.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { length, minus } from '#model/pictures/vector.ts';

/** A series minus another one, or that they have not the same grid; null while this is not known. */
export function minusSeries(own: OpenSeries, other: OpenSeries, name: string): SeriesRecipe | 'other-grid' | null {
  if (!isRead(own) || !isRead(other) || !isOpened(other.opened)) return null;
  const positions = samePlaces(own, other);
  return positions === null ? 'other-grid' : { kind: 'series', minus: other.uuid, name, other: other.opened.id, positions };
}

/** All of its slices have been looked at. */
const isRead = ({ hasPlanes, noPlanes, bricks, read, slices, opened }: OpenSeries): boolean =>
  isOpened(opened) && bricks === null && read === slices && (hasPlanes || noPlanes !== null);

/** For each slice the one of the other series at the same place; null if there is not one for each. In either order: both run along one line. */
export function samePlaces(own: SeriesShape, other: SeriesShape): [own: number, other: number][] | null {
  if (!own.hasPlanes || !other.hasPlanes || own.slices !== other.slices) return null;
  if (own.frameOfReference === '' || own.frameOfReference !== other.frameOfReference) return null;
  const last = own.slices - 1;
  for (const isTurned of [false, true]) {
    const pairs = own.planes.map((_, slice): [number, number] => [slice, isTurned ? last - slice : slice]);
    if (pairs.every(([one, two]) => isSamePlane(own.planes[one], other.planes[two]))) return pairs;
  }
  return null;
}

/** mm, from the first pixel to the last. */
const NEAR = 0.1;

function isSamePlane(a: ImagePlane | null | undefined, b: ImagePlane | null | undefined): boolean {
  if (!a || !b || a.width !== b.width || a.height !== b.height) return false;
  const isNear = (one: Vector, two: Vector, times = 1): boolean => length(minus(one, two)) * times < NEAR;
  return isNear(a.origin, b.origin) && isNear(a.right, b.right, a.width) && isNear(a.below, b.below, a.height);
}
