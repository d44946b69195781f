/** A slab has about a million voxels: enough for the filters to be quick, and few for memory. */
const SLAB_VOXELS = 2 ** 20;

/** Slices of a slab. */
export function slabSlices([columns, rows, slices]: readonly [number, number, number]): number {
  return Math.min(slices, Math.max(1, Math.floor(SLAB_VOXELS / (columns * rows))));
}
