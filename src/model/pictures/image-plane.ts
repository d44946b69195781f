import type { Vector } from './geometry.ts';
import { cross, dot, length, minus } from './vector.ts';

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
