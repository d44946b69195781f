import { countVoxels, type Bits } from '#imaging/mask/bits/bits.ts';
import { surfaceArea, surfaceOf } from '#imaging/mask/surfaces/surface.ts';
import type { Values } from '#imaging/mask/tools/value-range.ts';
import { voxelVolumeMl, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { firstOrder, type FirstOrder } from './first-order.ts';
import { sortedMaskValues, type Rescale } from './mask-values.ts';

export interface SegmentStatistics {
  voxels: number;
  /** Null where the slices make no volume. */
  volumeMl: number | null;
  /** Of the smoothed surface; null where the slices make no volume. */
  surfaceMm2: number | null;
  /** Null without values, or without a series. */
  firstOrder: FirstOrder | null;
}

/** What a list of segments shows. `space` is null where the slices make no volume. Voxels without a value (not a number) count for volume and surface only. */
export function segmentStatistics(bits: Bits, space: VoxelSpace | null, values: Values | null, rescale?: Rescale): SegmentStatistics {
  const voxels = countVoxels(bits);
  return {
    voxels,
    volumeMl: space && voxels * voxelVolumeMl(space),
    surfaceMm2: space && surfaceArea(surfaceOf(bits, space)),
    firstOrder: values && firstOrder(sortedMaskValues(bits, values, rescale)),
  };
}
