import { boundsOf, boxSize, clippedBox, paddedBox, wholeBox, type Box } from '#imaging/mask/bits/bits.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';
import type { Scribbled } from './scribble.ts';

/** `near`: a box around the strokes. `whole`: all of the series. */
export type RegionKind = 'near' | 'whole';

/** How far a box reaches beyond the strokes. */
export const MARGIN_MM = 20;

/** Voxels that trees look at: few enough for the first slice within two seconds. About 40 MB of values. */
export const MOST_VOXELS = 2 ** 19;

/** What is computed, in voxels that are `steps` voxels of the grid along each axis. */
export interface Region {
  box: Box;
  steps: Voxel;
  /** Of the coarse grid. Its last voxels may be smaller, where the steps do not fill the box. */
  size: Voxel;
}

/** Voxels become coarser along the finest axis first, so that they become more alike in mm. */
export function regionOf(kind: RegionKind, space: VoxelSpace, { inside, outside }: Scribbled, most = MOST_VOXELS): Region {
  const drawn = boundsOf(combined(inside, outside, 'union')) ?? wholeBox(space.size);
  const spacing = space.steps.map(length);
  const margin = spacing.map((mm) => Math.ceil(MARGIN_MM / mm)) as unknown as Voxel;
  const box = kind === 'whole' ? wholeBox(space.size) : clippedBox(paddedBox(drawn, margin), space.size)!;
  const full = boxSize(box);
  const steps: [number, number, number] = [1, 1, 1];
  const sizeOf = (): Voxel => full.map((count, axis) => Math.ceil(count / steps[axis]!)) as unknown as Voxel;
  for (let size = sizeOf(); size[0] * size[1] * size[2] > most; size = sizeOf()) {
    const coarse = spacing.map((mm, axis) => (size[axis] === 1 ? Infinity : mm * steps[axis]!));
    steps[coarse.indexOf(Math.min(...coarse))]! += 1;
  }
  return { box, steps, size: sizeOf() };
}
