import type { Vector } from '#model/pictures/geometry.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { frameAlong, placeAlong, type PathCurve } from '#model/pictures/path-curve.ts';
import { scaled } from '#model/pictures/vector.ts';

/** A picture whose rows lie in different directions: each is a plane of one row. */
export interface RowsInSpace {
  width: number;
  rows: readonly ImagePlane[];
  /** mm from a pixel to the next, across and along. */
  mmPerPixel: number;
}

export interface RowsWish {
  /** About the path. */
  degrees: number;
  /** Of the picture, from its left to its right edge. */
  widthMm: number;
  /** The finest that is wanted. */
  mmPerPixel: number;
}

/** Of a side: a picture that is longer has larger pixels. */
const MOST_PIXELS = 2000;

/**
 * A path straightened: the first row is across its first point, the others follow downwards at equal distances along it, and the path is in the middle
 * of each row.
 */
export function rowsAlong(curve: PathCurve, { degrees, widthMm, mmPerPixel }: RowsWish): RowsInSpace {
  const mm = Math.max(mmPerPixel, curve.lengthMm / (MOST_PIXELS - 1), widthMm / MOST_PIXELS);
  const width = Math.max(1, Math.round(widthMm / mm));
  const count = Math.floor(curve.lengthMm / mm + ROUNDING) + 1;
  const left = -((width - 1) / 2) * mm;
  const rows = Array.from({ length: count }, (_, row): ImagePlane => {
    const place = placeAlong(curve, row * mm);
    const { along, right } = frameAlong(curve, row * mm, degrees);
    const origin = [0, 1, 2].map((axis) => place[axis]! + right[axis]! * left) as unknown as Vector;
    return { width, height: 1, origin, right: scaled(right, mm), below: scaled(along, mm) };
  });
  return { width, rows, mmPerPixel: mm };
}

/** Of a pixel: a path that ends on a row has it. */
const ROUNDING = 1e-6;

/** The values of a plane, or of all rows as one picture: slabs, shifted slices and bricks are the same for both. */
export function sampleOn(
  on: ImagePlane | RowsInSpace,
  samplePlane: (plane: ImagePlane) => Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> {
  if (!('rows' in on)) return samplePlane(on);
  const { width, rows } = on;
  const values = new Float32Array(width * rows.length);
  for (const [at, row] of rows.entries()) values.set(samplePlane(row), at * width);
  return values;
}
