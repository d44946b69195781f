import type { Bits } from '#imaging/mask/bits/bits.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { scribbledVoxels, type Scribble } from './scribble.ts';

/** `add`: what is drawn stays, but for what was scribbled as outside. `replace`: the segment becomes what was found, and nothing else. */
export type TakeHow = 'add' | 'replace';

/** The segment as it is to be. */
export function takenBits(how: TakeHow, before: Bits, found: Bits, space: VoxelSpace, scribbles: readonly Scribble[]): Bits {
  if (how === 'replace') return found;
  return combined(combined(before, found, 'union'), scribbledVoxels(space, scribbles).outside, 'without');
}
