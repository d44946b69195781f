import { isEmpty, type Bits } from '#imaging/mask/bits/bits.ts';
import { bitsToRuns, runsToBits, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { countVoxels } from '#imaging/mask/bits/bits.ts';

export interface LockRequest {
  segment: string;
  /** Segments may not overlap. */
  exclusive: boolean;
  locked: ReadonlySet<string>;
  segments: ReadonlyMap<string, Bits>;
  size: Bits['size'];
}

/** `spared`: segments that are locked, with how many voxels the change would have taken from them. Those voxels are not set. */
export type Unlocked = { ok: true; change: Change; spared: { segment: string; voxels: number }[] } | { ok: false; why: 'locked' };

/** The part of a change that leaves locked segments as they are. A change of a locked segment is refused as a whole. */
export function respectLocks(change: Change, { segment, exclusive, locked, segments, size }: LockRequest): Unlocked {
  if (locked.has(segment)) return { ok: false, why: 'locked' };
  if (!exclusive) return { ok: true, change, spared: [] };
  let set = runsToBits(size, change.set);
  const spared: { segment: string; voxels: number }[] = [];
  for (const other of [...locked].sort()) {
    const bits = segments.get(other);
    const taken = bits && combined(set, bits, 'intersection');
    if (!taken || isEmpty(taken)) continue;
    spared.push({ segment: other, voxels: countVoxels(taken) });
    set = combined(set, taken, 'without');
  }
  return { ok: true, change: spared.length === 0 ? change : { set: bitsToRuns(set), clear: change.clear }, spared };
}
