import type { Bits } from '#imaging/mask/bits/bits.ts';
import { compareMasks, type MaskComparison } from '#imaging/mask/compare/compare-masks.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';

/** Computes how masks differ, so that neither the page nor drawing waits for it. */
export class ComparisonWorker {
  compare(a: Bits, b: Bits, space: VoxelSpace | null): MaskComparison {
    return compareMasks(a, b, space);
  }
}
