import type { Vector } from '#model/pictures/geometry.ts';
import type { Facing, ImagePlane } from '#model/pictures/image-plane.ts';
import { cross, dot, scaled } from '#model/pictures/vector.ts';
import { cornersOf, finestSpacing, type VolumeShape } from './volume.ts';

/** The plane of a stored slice, pixel for pixel. */
export function slicePlane({ columns, rows, across, down, spacing, positions }: VolumeShape, slice: number): ImagePlane {
  const [x = 0, y = 0, z = 0] = positions.subarray(3 * slice, 3 * slice + 3);
  return { width: columns, height: rows, origin: [x, y, z], right: scaled(across, spacing[0]), below: scaled(down, spacing[1]) };
}

/**
 * A plane through a point that shows all of the volume that it cuts, with square pixels as fine as the finest spacing of the volume. Its size and
 * pixels depend only on the direction, so that pictures at different points lie on each other. At half the `resolution` each pixel is twice as large.
 */
export function planeThrough(volume: VolumeShape, point: Vector, { right, below }: Facing, resolution = 1): ImagePlane {
  const mm = finestSpacing(volume) / resolution;
  const toViewer = cross(right, below);
  const corners = cornersOf(volume);
  const [left, width] = pixelsAlong(right);
  const [top, height] = pixelsAlong(below);
  const depth = dot(point, toViewer);
  return {
    width,
    height,
    origin: [0, 1, 2].map((axis) => right[axis]! * left + below[axis]! * top + toViewer[axis]! * depth) as unknown as Vector,
    right: scaled(right, mm),
    below: scaled(below, mm),
  };

  /** The centre of the first pixel, and their number. */
  function pixelsAlong(direction: Vector): [number, number] {
    const along = corners.map((corner) => dot(corner, direction));
    const [low, high] = [Math.min(...along), Math.max(...along)];
    const count = Math.max(1, Math.ceil((high - low) / mm - ROUNDING));
    return [(low + high - (count - 1) * mm) / 2, count];
  }
}

/** Of a pixel: a sum of rounded numbers must not add one to a row of pixels. */
const ROUNDING = 1e-6;
