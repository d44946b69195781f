import type { Bits } from '#imaging/mask/bits/bits.ts';
import { sampleBits } from '#imaging/mask/bits/sample-bits.ts';
import { readPlane, type MaskPlane } from '#imaging/mask/bits/slices.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';

/** A mask on a slice of its grid or on a plane through it, row by row. Runs on the page: the worker of the voxels does not know the mask. */
export function maskOnPlane(mask: Bits, space: VoxelSpace, where: { slice: number } | { plane: ImagePlane }): MaskPlane {
  return 'slice' in where ? readPlane(mask, 2, where.slice) : sampleBits(mask, space, where.plane);
}
