import type { Grid } from '#contract/grids.ts';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import { applyChange, runsToBits, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { readPlane } from '#imaging/mask/bits/slices.ts';
import { planeSize } from '#model/grids/voxel-space.ts';
import { croppedPlane } from './cropped-plane.ts';

/** A conflict on one slice: a byte for each pixel, row by row; 1 is set. */
export interface ConflictOnSlice {
  /** Number in the grid. */
  slice: number;
  width: number;
  height: number;
  /** The segment as it is, with what somebody else drew. */
  theirs: Uint8Array<ArrayBuffer>;
  /** The segment with what this user had drawn. */
  mine: Uint8Array<ArrayBuffer>;
  /** The voxels that are to be decided. */
  undecided: Uint8Array<ArrayBuffer>;
}

/** `mine`: what would be written if this user takes it. */
export function conflictOn(grid: Grid, bits: Bits, { mine, conflict }: { mine: Change; conflict: Change }, slice: number): ConflictOnSlice {
  const [width, height] = planeSize(grid, slice);
  const on = (of: Bits) => croppedPlane(readPlane(of, 2, slice), width, height).mask;
  const { size } = bits;
  const undecided = combined(runsToBits(size, conflict.set), runsToBits(size, conflict.clear), 'union');
  return { slice, width, height, theirs: on(bits), mine: on(applyChange(bits, mine)), undecided: on(undecided) };
}
