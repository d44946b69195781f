import { patientToVoxel, voxelToPatient, type VoxelSpace } from '#model/grids/voxel-space.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { pointOf, type ImagePlane } from '#model/pictures/image-plane.ts';

/** The label of the nearest voxel for each pixel of a picture, row by row; 0 beyond the volume. */
export function labelsOnPlane({ space, labels }: { space: VoxelSpace; labels: Uint8Array }, plane: ImagePlane): Uint8Array {
  const { width, height } = plane;
  const [columns, rows, slices] = space.size;
  const toVoxel = patientToVoxel(space);
  const [first, beside, below] = [pointOf(plane, 0, 0), pointOf(plane, 1, 0), pointOf(plane, 0, 1)].map(toVoxel) as [Step, Step, Step];
  const found = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [column, row, slice] = [0, 1, 2].map((axis) =>
        Math.round(first[axis]! + (beside[axis]! - first[axis]!) * x + (below[axis]! - first[axis]!) * y),
      ) as [number, number, number];
      if (column < 0 || row < 0 || slice < 0 || column >= columns || row >= rows || slice >= slices) continue;
      found[y * width + x] = labels[(slice * rows + row) * columns + column]!;
    }
  return found;
}

/** The middle of the slice that has the most voxels of a label, in patient coordinates; null if there are none. */
export function fullestSlice({ space, labels }: { space: VoxelSpace; labels: Uint8Array }, value: number): Vector | null {
  const [columns, rows, slices] = space.size;
  const counts = new Uint32Array(slices);
  for (const [at, label] of labels.entries()) if (label === value) counts[Math.floor(at / (columns * rows))]! += 1;
  const most = Math.max(...counts);
  return most === 0 ? null : voxelToPatient(space, [columns / 2, rows / 2, counts.indexOf(most)]);
}

type Step = readonly [number, number, number];
