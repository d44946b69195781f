import type { Samples } from '#imaging/frame.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

/** The value at a place between voxel centres, in voxels: linear along each axis, with the edge value outside. Samples are columns first, slice by slice. */
export function linearValueAt(samples: Samples, [columns, rows, slices]: Voxel, x: number, y: number, z: number): number {
  const [px, py, pz] = [toSize(x, columns), toSize(y, rows), toSize(z, slices)];
  const [i, j, k] = [lowOf(px, columns), lowOf(py, rows), lowOf(pz, slices)];
  const at = (k * rows + j) * columns + i;
  const right = i + 1 < columns ? 1 : 0;
  const down = j + 1 < rows ? columns : 0;
  const deep = k + 1 < slices ? columns * rows : 0;
  const row = (from: number): number => between(samples[from]!, samples[from + right]!, px - i);
  const plane = (from: number): number => between(row(from), row(from + down), py - j);
  return between(plane(at), plane(at + deep), pz - k);
}

/** The nearest place that has voxels. */
export const toSize = (place: number, size: number): number => Math.min(Math.max(place, 0), size - 1);
export const between = (low: number, high: number, part: number): number => low + (high - low) * part;
const lowOf = (place: number, size: number): number => Math.min(Math.floor(place), Math.max(0, size - 2));
