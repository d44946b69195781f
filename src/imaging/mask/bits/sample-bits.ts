import { patientToVoxel, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { pointOf, type ImagePlane } from '#model/pictures/image-plane.ts';
import { hasVoxel, type Bits } from './bits.ts';
import type { MaskPlane } from './slices.ts';

/** A layer on any plane in the patient, as an oblique or reformatted pane shows it: each pixel is as the voxel in which it lies, and 0 beyond the grid. */
export function sampleBits(bits: Bits, space: VoxelSpace, plane: ImagePlane): MaskPlane {
  const { width, height } = plane;
  const toVoxel = patientToVoxel(space);
  const at = (x: number, y: number): Voxel => toVoxel(pointOf(plane, x, y));
  const [origin, right, below] = [at(0, 0), at(1, 0), at(0, 1)];
  const mask = new Uint8Array(width * height);
  const place = (axis: 0 | 1 | 2, x: number, y: number): number =>
    Math.floor(origin[axis] + (right[axis] - origin[axis]) * x + (below[axis] - origin[axis]) * y + 0.5 + ROUNDING);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if (hasVoxel(bits, [place(0, x, y), place(1, x, y), place(2, x, y)])) mask[y * width + x] = 1;
  return { width, height, mask };
}

/** Of a voxel: a pixel between two belongs to the second, whatever was rounded. */
const ROUNDING = 1e-6;
