import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { runsToBits } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { paint } from '#imaging/mask/tools/shapes/brush.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';

/** A stroke that says of some voxels that they belong to a segment, or that they do not. */
export interface Scribble {
  isInside: boolean;
  widthMm: number;
  /** `slice`: drawn on one slice of the grid, and in no other. `space`: on a plane through the slices. */
  on: 'slice' | 'space';
  /** The way of the pen, in voxels. */
  path: readonly Voxel[];
}

/** What was said of voxels. No voxel is in both. */
export interface Scribbled {
  inside: Bits;
  outside: Bits;
}

/** Where strokes cross, the later one counts. */
export function scribbledVoxels(space: VoxelSpace, scribbles: readonly Scribble[]): Scribbled {
  let [inside, outside] = [emptyBits(space.size), emptyBits(space.size)];
  for (const { isInside, widthMm, on, path } of scribbles) {
    const shape = on === 'slice' ? ({ kind: 'disc', axis: 2 } as const) : ({ kind: 'sphere' } as const);
    const bits = runsToBits(space.size, paint(space, { brush: { shape, radiusMm: widthMm / 2 }, path }).set);
    inside = combined(inside, bits, isInside ? 'union' : 'without');
    outside = combined(outside, bits, isInside ? 'without' : 'union');
  }
  return { inside, outside };
}
