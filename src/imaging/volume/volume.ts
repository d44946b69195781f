import type { Samples } from '#imaging/frame.ts';
import { sliceNormal, type Orientation, type Vector } from '#model/pictures/geometry.ts';

/**
 * Slices of one size that lie in a row. Lengths in mm, in the patient coordinates of DICOM (PS3.3 C.7.6.2.1.1). Each slice keeps its own
 * position: scanners place them some hundredths of a mm beside the regular one, and a tilted gantry shifts each against the one before.
 */
export interface VolumeShape {
  columns: number;
  rows: number;
  slices: number;
  /** Unit vectors along a row, along a column, and from the first slice towards the last. */
  across: Vector;
  down: Vector;
  normal: Vector;
  /** Between columns, then between rows. */
  spacing: readonly [number, number];
  /** Centre of the first voxel of each slice, as x y z one after the other. */
  positions: Float64Array;
}

export interface Volume extends VolumeShape {
  /** Stored values, row by row, slice by slice. */
  voxels: Samples;
}

/** Where the voxels of a regular stack are: what `Grid` has of slices that make a volume. */
export interface Stack {
  columns: number;
  rows: number;
  /** mm between columns, then between rows. */
  spacing: readonly [number, number];
  orientation: Orientation;
  /** Of each slice, along the normal. */
  positions: readonly Vector[];
}

/** `voxels`: in the order of the positions. Throws unless they fill at least two slices. */
export function volumeOf(stack: Stack, voxels: Samples): Volume {
  const shape = shapeOf(stack);
  if (voxels.length !== shape.columns * shape.rows * shape.slices) throw new Error('The voxels do not fill the volume');
  return { ...shape, voxels };
}

/** Throws unless there are at least two slices. */
export function shapeOf({ columns, rows, spacing, orientation, positions }: Stack): VolumeShape {
  const normal = sliceNormal(orientation);
  if (normal === null || positions.length < 2) throw new Error('These slices make no volume');
  const [ax, ay, az, dx, dy, dz] = orientation;
  return {
    columns,
    rows,
    slices: positions.length,
    across: [ax, ay, az],
    down: [dx, dy, dz],
    normal,
    spacing,
    positions: Float64Array.from(positions.flat()),
  };
}

/** A corner for each of the two ends of each axis, at the outer edges of the voxels. */
export function cornersOf({ columns, rows, slices, across, down, normal, spacing, positions }: VolumeShape): Vector[] {
  const [first, last] = [0, slices - 1].map((slice) => positions.subarray(3 * slice, 3 * slice + 3)) as [Float64Array, Float64Array];
  const half = distanceAlong(normal, first, last) / (slices - 1) / 2;
  const ends: readonly (readonly [Float64Array, number])[] = [
    [first, -half],
    [last, half],
  ];
  return ends.flatMap(([origin, depth]) =>
    [-0.5, columns - 0.5].flatMap((column) =>
      [-0.5, rows - 0.5].map(
        (row) =>
          [0, 1, 2].map(
            (axis) => origin[axis]! + across[axis]! * column * spacing[0] + down[axis]! * row * spacing[1] + normal[axis]! * depth,
          ) as unknown as Vector,
      ),
    ),
  );
}

/** mm between neighbouring voxels in the direction in which they are closest. */
export function finestSpacing({ slices, normal, spacing, positions }: VolumeShape): number {
  const depth = distanceAlong(normal, positions.subarray(0, 3), positions.subarray(3 * (slices - 1))) / (slices - 1);
  return Math.min(...spacing, depth);
}

function distanceAlong(direction: Vector, from: Float64Array, to: Float64Array): number {
  return direction.reduce((sum, part, axis) => sum + part * (to[axis]! - from[axis]!), 0);
}
