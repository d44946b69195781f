import { blockStart, type Bits } from '#imaging/mask/bits/bits.ts';
import { bitsSet, BLOCK_EDGE, BLOCK_WORDS, type Block } from '#imaging/mask/bits/block.ts';

/** Voxels of two masks of one grid. */
export interface Overlap {
  onlyA: number;
  onlyB: number;
  both: number;
}

export interface SliceOverlap extends Overlap {
  /** Of the grid. */
  slice: number;
}

/** Dice coefficient, 2·both / (A + B): 0 if only one of the masks is empty. Null if both are, because it is not defined then. */
export function diceOf({ onlyA, onlyB, both }: Overlap): number | null {
  const sum = onlyA + onlyB + 2 * both;
  return sum === 0 ? null : (2 * both) / sum;
}

/** Throws if the masks are not on one grid. */
export function overlapOf(a: Bits, b: Bits): Overlap {
  return overlapsBySlice(a, b).reduce(
    (sum, { onlyA, onlyB, both }) => ({ onlyA: sum.onlyA + onlyA, onlyB: sum.onlyB + onlyB, both: sum.both + both }),
    { onlyA: 0, onlyB: 0, both: 0 },
  );
}

/** Of each slice of the grid with a voxel of either mask, in their order. Throws if the masks are not on one grid. */
export function overlapsBySlice(a: Bits, b: Bits): SliceOverlap[] {
  if (a.size.some((length, axis) => length !== b.size[axis])) throw new Error('These masks are not on one grid');
  const slices = new Map<number, SliceOverlap>();
  for (const number of new Set([...a.blocks.keys(), ...b.blocks.keys()])) {
    const [one, other] = [a.blocks.get(number) ?? EMPTY, b.blocks.get(number) ?? EMPTY];
    const [, , first] = blockStart(a.size, number);
    for (let word = 0; word < BLOCK_WORDS; word += 1) {
      const [inA, inB] = [one[word]!, other[word]!];
      if ((inA | inB) === 0) continue;
      const slice = first + Math.floor(word / BLOCK_EDGE);
      const known = slices.get(slice) ?? { slice, onlyA: 0, onlyB: 0, both: 0 };
      known.onlyA += bitsSet(inA & ~inB);
      known.onlyB += bitsSet(inB & ~inA);
      known.both += bitsSet(inA & inB);
      slices.set(slice, known);
    }
  }
  return [...slices.values()].sort((first, second) => first.slice - second.slice);
}

const EMPTY: Block = new Uint32Array(BLOCK_WORDS);
