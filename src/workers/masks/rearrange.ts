import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { clearingChange, runsToBits, settingChange, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { splitIslands } from '#imaging/mask/tools/regions/islands.ts';

/**
 * Voxels that go from one segment to another. `merge`: all of `from` go to `into`. `split`: the largest island of a segment stays, and the next ones go to the
 * segments of `into`, one to each; those that are left over stay too.
 */
export type Rearrangement = { do: 'merge'; into: string; from: string } | { do: 'split'; segment: string; into: readonly string[] };

interface SegmentChange {
  segment: string;
  change: Change;
}

/** What each segment gets, and last what is taken from the one that gives; nothing if there is nothing to move. */
export function changesOf(what: Rearrangement, segments: ReadonlyMap<string, Bits>, size: Bits['size']): SegmentChange[] {
  const [from, given] = what.do === 'merge' ? [what.from, mergedOf(what, segments)] : [what.segment, islandsOf(what, segments, size)];
  if (given.length === 0) return [];
  const moved = given.reduce((all, { change }) => combined(all, runsToBits(size, change.set), 'union'), emptyBits(size));
  return [...given, { segment: from, change: clearingChange(moved) }];
}

function mergedOf({ into, from }: Rearrangement & { do: 'merge' }, segments: ReadonlyMap<string, Bits>): SegmentChange[] {
  const bits = segments.get(from);
  return bits === undefined || into === from ? [] : [{ segment: into, change: settingChange(bits) }];
}

function islandsOf(
  { segment, into }: Rearrangement & { do: 'split' },
  segments: ReadonlyMap<string, Bits>,
  size: Bits['size'],
): SegmentChange[] {
  const [, ...others] = splitIslands(segments.get(segment) ?? emptyBits(size), into.length + 1).changes;
  return others.map((change, at) => ({ segment: into[at]!, change }));
}
