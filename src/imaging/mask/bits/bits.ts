import type { Voxel } from '#model/grids/voxel-space.ts';
import { BLOCK_EDGE, BLOCK_WORDS, countBlock, lowestBit, sameBlock, type Block } from './block.ts';

/** A layer of bits on a grid: the mask of one segment. Never changed: whatever changes it gives a new one, which shares the blocks that are the same. */
export interface Bits {
  /** Of the grid: columns, rows, slices. */
  readonly size: Voxel;
  /** By number; absent ones are empty. Bits beyond the far sides of the grid are never set. */
  readonly blocks: ReadonlyMap<number, Block>;
}

/** Voxels from a corner to the opposite one, both included. */
export interface Box {
  from: Voxel;
  to: Voxel;
}

export const emptyBits = (size: Voxel): Bits => ({ size, blocks: new Map() });

/** In the order of their numbers: along a row, then the rows, then the slices. */
export function blockCounts([columns, rows, slices]: Voxel): Voxel {
  return [Math.ceil(columns / BLOCK_EDGE), Math.ceil(rows / BLOCK_EDGE), Math.ceil(slices / BLOCK_EDGE)];
}

/** Of the block that has a voxel. */
export function blockNumber(size: Voxel, [column, row, slice]: Voxel): number {
  const [across, down] = blockCounts(size);
  return (column >> 5) + across * ((row >> 5) + down * (slice >> 5));
}

/** The first voxel of a block. */
export function blockStart(size: Voxel, number: number): Voxel {
  const [across, down] = blockCounts(size);
  return [
    (number % across) * BLOCK_EDGE,
    (Math.floor(number / across) % down) * BLOCK_EDGE,
    Math.floor(number / (across * down)) * BLOCK_EDGE,
  ];
}

export function isInside([columns, rows, slices]: Voxel, [column, row, slice]: Voxel): boolean {
  return column >= 0 && row >= 0 && slice >= 0 && column < columns && row < rows && slice < slices;
}

/** False beyond the grid. */
export function hasVoxel({ size, blocks }: Bits, voxel: Voxel): boolean {
  if (!isInside(size, voxel)) return false;
  const [column, row, slice] = voxel;
  const block = blocks.get(blockNumber(size, voxel));
  return block !== undefined && ((block[(row & 31) + BLOCK_EDGE * (slice & 31)]! >>> (column & 31)) & 1) === 1;
}

export function countVoxels({ blocks }: Bits): number {
  let count = 0;
  for (const block of blocks.values()) count += countBlock(block);
  return count;
}

export function isEmpty({ blocks }: Bits): boolean {
  return blocks.size === 0;
}

/** The smallest box that has all set voxels; null if there are none. */
export function boundsOf({ size, blocks }: Bits): Box | null {
  const from = [Infinity, Infinity, Infinity];
  const to = [-1, -1, -1];
  const take = (axis: number, first: number, last: number): void => {
    if (first < from[axis]!) from[axis] = first;
    if (last > to[axis]!) to[axis] = last;
  };
  for (const [number, block] of blocks) {
    const [column, row, slice] = blockStart(size, number);
    let columns = 0;
    for (let word = 0; word < BLOCK_WORDS; word += 1) {
      const bits = block[word]!;
      if (bits === 0) continue;
      columns |= bits;
      take(1, row + (word & 31), row + (word & 31));
      take(2, slice + (word >> 5), slice + (word >> 5));
    }
    if (columns !== 0) take(0, column + lowestBit(columns), column + 31 - Math.clz32(columns));
  }
  return to[0]! < 0 ? null : { from: from as unknown as Voxel, to: to as unknown as Voxel };
}

/** The same voxels of the same grid. */
export function sameBits(a: Bits, b: Bits): boolean {
  if (a.blocks.size !== b.blocks.size || a.size.some((length, axis) => length !== b.size[axis])) return false;
  for (const [number, block] of a.blocks) {
    const other = b.blocks.get(number);
    if (other === undefined || !sameBlock(block, other)) return false;
  }
  return true;
}

/** The common part of a box and the grid; null if there is none. */
export function clippedBox({ from, to }: Box, size: Voxel): Box | null {
  const least = from.map((start) => Math.max(0, start)) as unknown as Voxel;
  const most = to.map((end, axis) => Math.min(size[axis]! - 1, end)) as unknown as Voxel;
  return least.every((start, axis) => start <= most[axis]!) ? { from: least, to: most } : null;
}

/** Larger by some voxels on each side, which may be beyond the grid. */
export function paddedBox({ from, to }: Box, [columns, rows, slices]: Voxel): Box {
  return {
    from: [from[0] - columns, from[1] - rows, from[2] - slices],
    to: [to[0] + columns, to[1] + rows, to[2] + slices],
  };
}

export function boxSize({ from, to }: Box): Voxel {
  return [to[0] - from[0] + 1, to[1] - from[1] + 1, to[2] - from[2] + 1];
}

/** All of a grid. */
export const wholeBox = ([columns, rows, slices]: Voxel): Box => ({ from: [0, 0, 0], to: [columns - 1, rows - 1, slices - 1] });
