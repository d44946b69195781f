import type { Bits } from '#imaging/mask/bits/bits.ts';
import { BLOCK_WORDS, storedBlock, type Block } from '#imaging/mask/bits/block.ts';

/** More than half of so many votes: with a tie, a voxel is not in. */
export const moreThanHalf = (votes: number): number => Math.floor(votes / 2) + 1;

/** Voxels that at least so many of the masks have. Throws if the masks are not on one grid, or for less than one vote. */
export function agreedBits(masks: readonly Bits[], atLeast: number): Bits {
  const [first] = masks;
  if (first === undefined || !(Number.isInteger(atLeast) && atLeast >= 1)) throw new RangeError('There are no votes to count');
  if (masks.some(({ size }) => size.some((length, axis) => length !== first.size[axis])))
    throw new Error('These masks are not on one grid');
  const blocks = new Map<number, Block>();
  for (const number of new Set(masks.flatMap((mask) => [...mask.blocks.keys()]))) {
    const voters = masks.map((mask) => mask.blocks.get(number)).filter((block) => block !== undefined);
    const block = voters.length < atLeast ? null : agreedBlock(voters, atLeast);
    if (block !== null) blocks.set(number, block);
  }
  return { size: first.size, blocks };
}

function agreedBlock(voters: readonly Block[], atLeast: number): Block | null {
  const words = new Uint32Array(BLOCK_WORDS);
  // Bit i of reached[n] says that voxel i of the word has more than n votes.
  const reached = new Uint32Array(atLeast);
  for (let word = 0; word < BLOCK_WORDS; word += 1) {
    reached.fill(0);
    for (const voter of voters) {
      const votes = voter[word]!;
      for (let n = atLeast - 1; n > 0; n -= 1) reached[n]! |= reached[n - 1]! & votes;
      reached[0]! |= votes;
    }
    words[word] = reached[atLeast - 1]!;
  }
  return storedBlock(words);
}
