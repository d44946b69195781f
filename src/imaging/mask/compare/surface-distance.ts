import { boundsOf, boxSize, type Bits, type Box } from '#imaging/mask/bits/bits.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import { percentile } from '#imaging/mask/statistics/first-order.ts';
import { squaredDistances } from '#imaging/mask/tools/margins/distance.ts';
import { isPerpendicular } from '#imaging/mask/tools/margins/grow-shrink.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';

export interface SurfaceDistances {
  /** 95th percentile of the Hausdorff distance. */
  hd95Mm: number;
  /** Average symmetric surface distance. */
  meanMm: number;
}

/**
 * Why there are no distances. `empty`: one of the masks has no voxel. `tilted`: the steps of the grid are not perpendicular. `too-large`: the box around
 * both has more voxels than are computed.
 */
export type NoDistances = 'empty' | 'tilted' | 'too-large';

/** Voxels of the box around both masks: 8 bytes each are in memory. */
const MOST_VOXELS = 2 ** 26;

/**
 * Distances in mm between the surfaces of two masks of one grid, as MONAI and Metrics Reloaded define them. The surface of a mask is its voxels with an unset
 * neighbour across a face, where all beyond the grid is unset. From the centre of each of them, the exact distance to the nearest surface voxel of the other mask
 * is taken, with the spacing of each axis.
 *
 * HD95 is the larger of the 95th percentiles of the two directions (linear between two values, as NumPy): pooled, the mask with more surface would hide how far
 * the other one is off. The mean is that of both directions pooled, so each surface voxel counts once.
 */
export function surfaceDistances(a: Bits, b: Bits, { steps }: Pick<VoxelSpace, 'steps'>): SurfaceDistances | NoDistances {
  const [boundsA, boundsB] = [boundsOf(a), boundsOf(b)];
  if (boundsA === null || boundsB === null) return 'empty';
  if (!isPerpendicular(steps)) return 'tilted';
  const box = around(boundsA, boundsB);
  const size = boxSize(box);
  if (size[0] * size[1] * size[2] > MOST_VOXELS) return 'too-large';
  const spacing = steps.map(length) as [number, number, number];
  const [surfaceA, surfaceB] = [surfaceOf(boxToBytes(a, box), size), surfaceOf(boxToBytes(b, box), size)];
  const fromA = distancesTo(surfaceB, surfaceA, size, spacing);
  const fromB = distancesTo(surfaceA, surfaceB, size, spacing);
  return {
    hd95Mm: Math.max(percentile(fromA.sort(), 95), percentile(fromB.sort(), 95)),
    meanMm: (sumOf(fromA) + sumOf(fromB)) / (fromA.length + fromB.length),
  };
}

function around(a: Box, b: Box): Box {
  const each = (of: (axis: 0 | 1 | 2) => number): Voxel => [of(0), of(1), of(2)];
  return {
    from: each((axis) => Math.min(a.from[axis], b.from[axis])),
    to: each((axis) => Math.max(a.to[axis], b.to[axis])),
  };
}

/** 1 for voxels of the surface. Nothing is set outside of the box. */
function surfaceOf(bytes: Uint8Array, [columns, rows, slices]: Voxel): Uint8Array {
  const surface = new Uint8Array(bytes.length);
  const area = columns * rows;
  let at = 0;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1, at += 1) {
        if (bytes[at] === 0) continue;
        const isInner =
          column > 0 &&
          row > 0 &&
          slice > 0 &&
          column < columns - 1 &&
          row < rows - 1 &&
          slice < slices - 1 &&
          bytes[at - 1] === 1 &&
          bytes[at + 1] === 1 &&
          bytes[at - columns] === 1 &&
          bytes[at + columns] === 1 &&
          bytes[at - area] === 1 &&
          bytes[at + area] === 1;
        if (!isInner) surface[at] = 1;
      }
  return surface;
}

/** mm, from each voxel of a surface to the nearest of another. */
function distancesTo(to: Uint8Array, from: Uint8Array, size: Voxel, spacing: readonly [number, number, number]): Float64Array {
  const squared = squaredDistances(to, size, spacing, 1);
  const distances = new Float64Array(from.reduce((sum, byte) => sum + byte, 0));
  let count = 0;
  for (let at = 0; at < from.length; at += 1) {
    if (from[at] === 0) continue;
    distances[count] = Math.sqrt(squared[at]!);
    count += 1;
  }
  return distances;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
