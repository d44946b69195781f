import { halfToNumber } from './half-float.ts';

/** Voxels along each side of a block. */
export const BLOCK = 8;

/** The lowest and the highest value in each block of a box, with the neighbours that are interpolated into it: what can be skipped as a whole. */
export interface BlockRanges {
  /** In blocks. */
  size: readonly [number, number, number];
  /** Half floats: of each block the lowest and the highest. */
  ranges: Uint16Array<ArrayBuffer>;
}

/** `samples`: half floats that are not negative, which are in the order of their bits. */
export function blockRanges(samples: Uint16Array, size: readonly [number, number, number]): BlockRanges {
  const [width, height, depth] = size;
  const blocks = size.map((count) => Math.ceil(count / BLOCK)) as unknown as [number, number, number];
  const ranges = new Uint16Array(2 * blocks[0] * blocks[1] * blocks[2]);
  for (let at = 0; at < ranges.length; at += 2) ranges[at] = 0xffff;
  for (let z = 0, from = 0; z < depth; z += 1)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1, from += 1) {
        const value = samples[from]!;
        // A voxel at the side of a block counts in the next one, too.
        for (let bz = blockBefore(z); bz <= blockAfter(z, blocks[2]); bz += 1)
          for (let by = blockBefore(y); by <= blockAfter(y, blocks[1]); by += 1)
            for (let bx = blockBefore(x); bx <= blockAfter(x, blocks[0]); bx += 1) {
              const at = 2 * ((bz * blocks[1] + by) * blocks[0] + bx);
              if (value < ranges[at]!) ranges[at] = value;
              if (value > ranges[at + 1]!) ranges[at + 1] = value;
            }
      }
  return { size: blocks, ranges };
}

const blockBefore = (voxel: number): number => (voxel > 0 && voxel % BLOCK === 0 ? voxel / BLOCK - 1 : Math.floor(voxel / BLOCK));
const blockAfter = (voxel: number, count: number): number =>
  Math.min(count - 1, voxel % BLOCK === BLOCK - 1 ? (voxel + 1) / BLOCK : Math.floor(voxel / BLOCK));

/** For each block 255 if something of it can be seen, else 0. `isSeen`: whether any value between two can be. */
export function seenBlocks({ ranges }: BlockRanges, isSeen: (low: number, high: number) => boolean): Uint8Array<ArrayBuffer> {
  const seen = new Uint8Array(ranges.length / 2);
  for (let at = 0; at < seen.length; at += 1) if (isSeen(halfToNumber(ranges[2 * at]!), halfToNumber(ranges[2 * at + 1]!))) seen[at] = 255;
  return seen;
}
