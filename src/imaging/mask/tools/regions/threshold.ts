import { clippedBox, emptyBits, wholeBox, type Box } from '#imaging/mask/bits/bits.ts';
import { BLOCK_EDGE } from '#imaging/mask/bits/block.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { settingChange, type Change } from '#imaging/mask/bits/change.ts';
import { blockNumber } from '#imaging/mask/bits/bits.ts';
import type { ValueRange, Values } from '#imaging/mask/tools/value-range.ts';

/** Sets all voxels of a box (all of the grid without one) with a value in the range. */
export function threshold(values: Values, range: ValueRange, box: Box = wholeBox(values.size)): Change {
  return settingChange(bitsInRange(values, range, box));
}

export function bitsInRange({ size, voxels }: Values, { low, high }: ValueRange, box: Box = wholeBox(size)): ReturnType<BitsDraft['done']> {
  const draft = new BitsDraft(emptyBits(size));
  const clipped = clippedBox(box, size);
  if (clipped === null) return draft.done();
  const { from, to } = clipped;
  for (let slice = from[2]; slice <= to[2]; slice += 1) {
    for (let row = from[1]; row <= to[1]; row += 1) {
      const start = (slice * size[1] + row) * size[0];
      const word = (row & 31) + BLOCK_EDGE * (slice & 31);
      // A word at a time: 32 voxels of a row.
      for (let first = from[0]; first <= to[0];) {
        const last = Math.min(to[0], first | 31);
        let bits = 0;
        for (let column = first; column <= last; column += 1) {
          const value = voxels[start + column]!;
          if (value >= low && value <= high) bits |= 1 << (column & 31);
        }
        if (bits !== 0) {
          const words = draft.wordsOf(blockNumber(size, [first, row, slice]));
          words[word] = words[word]! | bits;
        }
        first = last + 1;
      }
    }
  }
  return draft.done();
}
