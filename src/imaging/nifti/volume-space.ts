import type { Vector } from '#model/pictures/geometry.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import type { NiftiHeader } from './parse-header.ts';

/** Where the voxels of a volume are, in the order of its file; null if the file does not say it. */
export function volumeSpaceOf({ affine, columns, rows, slices }: NiftiHeader): VoxelSpace | null {
  if (affine === null) return null;
  const [i, j, k] = affine.steps;
  return { size: [columns, rows, slices], origin: toDicom(affine.origin), steps: [toDicom(i), toDicom(j), toDicom(k)] };
}

/** NIfTI counts to the right and to the front, DICOM to the left and to the back. Sums, to avoid a negative 0. */
const toDicom = ([x, y, z]: Vector): Vector => [0 - x, 0 - y, z];
