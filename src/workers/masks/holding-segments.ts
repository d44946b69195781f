import type { Bits } from '#imaging/mask/bits/bits.ts';
import { BLOCK_BITS, BLOCK_WORDS, bitsSet, countBlock, FULL_BLOCK, type Block } from '#imaging/mask/bits/block.ts';

/** A segment holds another if so much of the other lies in it. The borders of two people never meet exactly. */
const NEARLY_ALL = 0.95;

/** Blocks are never changed, so each is counted once. */
const counted = new WeakMap<object, number>();

/** Segments with more voxels than another one, of which they include nearly all. */
export function holdingSegments(segments: ReadonlyMap<string, Bits>): ReadonlySet<string> {
  const sized = [...segments].map(([segment, bits]) => ({ segment, bits, voxels: voxelsOf(bits) })).filter(({ voxels }) => voxels > 0);
  const holding = sized.filter((one) => sized.some((other) => one.voxels > other.voxels && holds(one.bits, other.bits, other.voxels)));
  return new Set(holding.map(({ segment }) => segment));
}

/** Ends as soon as too much of the other is outside. */
function holds(outer: Bits, inner: Bits, voxels: number): boolean {
  let allowed = voxels * (1 - NEARLY_ALL);
  for (const [number, block] of inner.blocks) {
    allowed -= outsideOf(outer.blocks.get(number), block);
    if (allowed < 0) return false;
  }
  return true;
}

function outsideOf(outer: Block | undefined, inner: Block): number {
  if (outer === FULL_BLOCK || outer === inner) return 0;
  if (outer === undefined) return countOf(inner);
  let count = 0;
  for (let word = 0; word < BLOCK_WORDS; word += 1) count += bitsSet(inner[word]! & ~outer[word]!);
  return count;
}

function voxelsOf({ blocks }: Bits): number {
  return [...blocks.values()].reduce((sum, block) => sum + countOf(block), 0);
}

function countOf(block: Block): number {
  if (block === FULL_BLOCK) return BLOCK_BITS;
  const known = counted.get(block);
  if (known !== undefined) return known;
  const count = countBlock(block);
  counted.set(block, count);
  return count;
}
