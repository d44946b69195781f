import type { Vector } from '#model/pictures/geometry.ts';
import { cross, dot, length, minus, scaled } from '#model/pictures/vector.ts';
import { cornersOf, finestSpacing, type Volume } from './volume.ts';

/** A picture in space: where its first pixel lies, and the way from each pixel to the next. mm, patient coordinates of DICOM. */
export interface ImagePlane {
  width: number;
  height: number;
  /** Centre of the first pixel. */
  origin: Vector;
  /** From one pixel to the next in a row. */
  right: Vector;
  /** From one row to the next. */
  below: Vector;
}

/** Unit vectors to the right and downwards on the screen. */
export interface Facing {
  right: Vector;
  below: Vector;
}

/** As radiologists look at them: the patient's right is on the left, and the head is up, or the front in an axial plane. */
export const AXIAL: Facing = { right: [1, 0, 0], below: [0, 1, 0] };
export const CORONAL: Facing = { right: [1, 0, 0], below: [0, 0, -1] };
export const SAGITTAL: Facing = { right: [0, 1, 0], below: [0, 0, -1] };

/** The plane of a stored slice, pixel for pixel. */
export function slicePlane({ columns, rows, across, down, spacing, positions }: Volume, slice: number): ImagePlane {
  const [x = 0, y = 0, z = 0] = positions.subarray(3 * slice, 3 * slice + 3);
  return { width: columns, height: rows, origin: [x, y, z], right: scaled(across, spacing[0]), below: scaled(down, spacing[1]) };
}

/**
 * A plane through a point that shows all of the volume that it cuts, with square pixels as fine as the finest spacing of the volume. Its size and
 * pixels depend only on the direction, so that pictures at different points lie on each other. At half the `resolution` each pixel is twice as large.
 */
export function planeThrough(volume: Volume, point: Vector, { right, below }: Facing, resolution = 1): ImagePlane {
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

/** Turned around an axis (a unit vector) by an angle in radians. */
export function turned({ right, below }: Facing, axis: Vector, angle: number): Facing {
  return { right: turnedVector(right, axis, angle), below: turnedVector(below, axis, angle) };
}

/** Rodrigues' formula. */
function turnedVector(vector: Vector, axis: Vector, angle: number): Vector {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const beside = cross(axis, vector);
  const along = dot(axis, vector) * (1 - cos);
  return [0, 1, 2].map((one) => vector[one]! * cos + beside[one]! * sin + axis[one]! * along) as unknown as Vector;
}

/** mm, in patient coordinates, of a point of the picture. Pixels are counted from the centre of the first. */
export function pointOf({ origin, right, below }: ImagePlane, x: number, y: number): Vector {
  return [0, 1, 2].map((axis) => origin[axis]! + right[axis]! * x + below[axis]! * y) as unknown as Vector;
}

/** Pixels from the centre of the first, and mm behind the plane (in front of it: negative). */
export function placeOn({ origin, right, below }: ImagePlane, point: Vector): { x: number; y: number; depth: number } {
  const from = minus(point, origin);
  const away = cross(right, below);
  return {
    x: dot(from, right) / dot(right, right),
    y: dot(from, below) / dot(below, below),
    depth: dot(from, away) / length(away),
  };
}
