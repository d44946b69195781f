import type { Samples } from '#imaging/frame.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

/** The values of a series on the grid of a layer: along a row, then the rows, then the slices. */
export interface Values {
  size: Voxel;
  voxels: Samples;
}

/** Values as they are stored, both ends included. */
export interface ValueRange {
  low: number;
  high: number;
}

/** What a tool may write to, by the values of the series. */
export interface Within {
  values: Values;
  range: ValueRange;
}

/** Throws if the values are those of another grid. */
export function checkValues({ size, voxels }: Values, ofGrid: Voxel): void {
  const isSame = size.every((length, axis) => length === ofGrid[axis]);
  if (!isSame || voxels.length !== size[0] * size[1] * size[2]) throw new Error('The values are not on the grid of the layer');
}
