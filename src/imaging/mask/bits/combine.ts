import { BLOCK_WORDS, FULL_BLOCK, storedBlock, type Block } from './block.ts';
import type { Bits } from './bits.ts';

/** Voxels of either layer, of both, of the first without the second, of exactly one. */
export type Combination = 'union' | 'intersection' | 'without' | 'either';

/** Two layers of one grid. Throws if their sizes differ. */
export function combined(a: Bits, b: Bits, how: Combination): Bits {
  if (a.size.some((length, axis) => length !== b.size[axis])) throw new Error('These layers are not on one grid');
  const blocks = new Map<number, Block>();
  for (const [number, block] of a.blocks) {
    const other = b.blocks.get(number);
    const result = other === undefined ? (how === 'intersection' ? null : block) : combinedBlock(block, other, how);
    if (result) blocks.set(number, result);
  }
  if (how === 'union' || how === 'either') for (const [number, block] of b.blocks) if (!a.blocks.has(number)) blocks.set(number, block);
  return { size: a.size, blocks };
}

function combinedBlock(a: Block, b: Block, how: Combination): Block | null {
  if (how === 'union' && (a === FULL_BLOCK || b === FULL_BLOCK)) return FULL_BLOCK;
  const words = new Uint32Array(BLOCK_WORDS);
  for (let word = 0; word < BLOCK_WORDS; word += 1) {
    const [one, other] = [a[word]!, b[word]!];
    words[word] = how === 'union' ? one | other : how === 'intersection' ? one & other : how === 'without' ? one & ~other : one ^ other;
  }
  return storedBlock(words);
}
