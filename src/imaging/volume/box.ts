import type { Vector } from '#model/pictures/geometry.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { scaled } from '#model/pictures/vector.ts';
import { cornersOf, type VolumeShape } from './volume.ts';

/**
 * Voxels at equal distances along three perpendicular axes, over all of a volume, as a 3D texture has them. mm, in the patient coordinates of DICOM.
 */
export interface Box {
  size: readonly [number, number, number];
  /** Centre of the first voxel. */
  origin: Vector;
  /** From one voxel to the next, along each axis. */
  steps: readonly [Vector, Vector, Vector];
  /** How many voxels of the volume are one of the box, along each axis: 1, or a power of 2. */
  reducedBy: readonly [number, number, number];
}

/**
 * The box of a volume, with at most so many voxels: the finest axis is halved until they are few enough. A voxel of the box lies between those of the
 * volume that it stands for, so linear interpolation gives the mean of two along each halved axis.
 */
export function boxOf(volume: VolumeShape, mostVoxels: number): Box {
  const { columns, rows, slices, across, down, normal, spacing } = volume;
  const corners = cornersOf(volume);
  const along = [across, down, normal].map((direction) => {
    const places = corners.map((corner) => direction.reduce((sum, part, axis) => sum + part * corner[axis]!, 0));
    return { direction, low: Math.min(...places), high: Math.max(...places) };
  });
  const [, , depth] = along;
  const fine = [spacing[0], spacing[1], (depth!.high - depth!.low) / slices];
  const reducedBy = [1, 1, 1];
  const stepOf = (axis: number): number => fine[axis]! * reducedBy[axis]!;
  const countOf = (axis: number): number => Math.max(1, Math.ceil((along[axis]!.high - along[axis]!.low) / stepOf(axis) - ROUNDING));
  while (countOf(0) * countOf(1) * countOf(2) > Math.min(mostVoxels, columns * rows * slices * MOST_LARGER)) {
    // Of axes that are as fine, the one that was halved less.
    const finest = [0, 1, 2].reduce((best, axis) =>
      (stepOf(axis) - stepOf(best) || reducedBy[axis]! - reducedBy[best]!) < 0 ? axis : best,
    );
    reducedBy[finest]! *= 2;
  }
  const first = [0, 1, 2].map((axis) => along[axis]!.low + stepOf(axis) / 2);
  return {
    size: [countOf(0), countOf(1), countOf(2)],
    origin: [0, 1, 2].map((part) =>
      along.reduce((sum, { direction }, axis) => sum + direction[part]! * first[axis]!, 0),
    ) as unknown as Vector,
    steps: [0, 1, 2].map((axis) => scaled(along[axis]!.direction, stepOf(axis))) as unknown as Box['steps'],
    reducedBy: reducedBy as unknown as Box['reducedBy'],
  };
}

/** Of a voxel: a sum of rounded numbers must not add one. */
const ROUNDING = 1e-6;

/** A volume whose slices are shifted against each other fills only a part of its box. */
const MOST_LARGER = 4;

/** The plane of one layer of a box, voxel for voxel. */
export function layerOf({ size, origin, steps }: Box, layer: number): ImagePlane {
  const [width, height] = size;
  const [right, below, away] = steps;
  return { width, height, right, below, origin: [0, 1, 2].map((axis) => origin[axis]! + away[axis]! * layer) as unknown as Vector };
}
