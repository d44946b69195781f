import type { Bits } from '#imaging/mask/bits/bits.ts';
import { voxelVolumeMl, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { diceOf, overlapsBySlice, type Overlap, type SliceOverlap } from './overlap.ts';
import { surfaceDistances, type NoDistances, type SurfaceDistances } from './surface-distance.ts';

export interface SliceComparison extends SliceOverlap {
  /** None of the slices is empty in both. */
  dice: number;
}

/** How two masks of one grid differ. What is not defined is null. */
export interface MaskComparison {
  voxels: Overlap;
  /** Null if both masks are empty. */
  dice: number | null;
  /** Null where the slices make no volume. */
  ml: Overlap | null;
  distances: SurfaceDistances | null;
  noDistances: NoDistances | 'no-volume' | null;
  /** Slices with a voxel of either mask, in the order of the grid. */
  slices: readonly SliceComparison[];
}

/** `space`: of the grid of both; null where the slices make no volume. Throws if the masks are not on one grid. */
export function compareMasks(a: Bits, b: Bits, space: VoxelSpace | null): MaskComparison {
  const slices = overlapsBySlice(a, b);
  const sum = (of: keyof Overlap): number => slices.reduce((all, slice) => all + slice[of], 0);
  const voxels: Overlap = { onlyA: sum('onlyA'), onlyB: sum('onlyB'), both: sum('both') };
  const found = space === null ? 'no-volume' : surfaceDistances(a, b, space);
  const each = space === null ? 0 : voxelVolumeMl(space);
  return {
    voxels,
    dice: diceOf(voxels),
    ml: space && { onlyA: voxels.onlyA * each, onlyB: voxels.onlyB * each, both: voxels.both * each },
    distances: typeof found === 'string' ? null : found,
    noDistances: typeof found === 'string' ? found : null,
    slices: slices.map((slice) => ({ ...slice, dice: diceOf(slice)! })),
  };
}
