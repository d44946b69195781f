import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { dot, length, scaled } from '#model/pictures/vector.ts';
import { shapeOf, type VolumeShape } from './volume.ts';

/** Where the voxels of a volume are in the order of its file, in the patient coordinates of DICOM; null if the file does not tell. */
export function niftiShape({ affine, spacingMm, columns, rows, slices }: NiftiHeader): VolumeShape | null {
  const [across, down] = spacingMm;
  if (affine === null || across === null || down === null || slices < 2) return null;
  const [i, j, k] = affine.steps.map(toDicom) as [Vector, Vector, Vector];
  const origin = toDicom(affine.origin);
  const [ax, ay, az] = scaled(i, 1 / length(i));
  const [dx, dy, dz] = scaled(j, 1 / length(j));
  const positions = Array.from({ length: slices }, (_, slice) => origin.map((at, axis) => at + slice * k[axis]!) as unknown as Vector);
  const shape = shapeOf({ columns, rows, spacing: [across, down], orientation: [ax, ay, az, dx, dy, dz], positions });
  return dot(k, shape.normal) > 0 ? shape : { ...shape, normal: scaled(shape.normal, -1) };
}

/** NIfTI counts to the right and to the front, DICOM to the left and to the back. */
function toDicom([x, y, z]: Vector): Vector {
  return [0 - x, 0 - y, z];
}
