import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import type { BenchVolume } from './scene.ts';

/** As a file. Its axes x and y run the other way than those of DICOM. */
export function niftiOf({ size, spacingMm: [x, y, z], origin, voxels }: BenchVolume): Uint8Array<ArrayBuffer> {
  return writeNifti({
    dims: size,
    pixdim: [x, y, z],
    sform: [
      [-x, 0, 0, -origin[0]],
      [0, -y, 0, -origin[1]],
      [0, 0, z, origin[2]],
    ],
    voxel: (at) => voxels[at]!,
  });
}
