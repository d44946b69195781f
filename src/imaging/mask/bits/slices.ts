import type { Voxel } from '#model/grids/voxel-space.ts';
import { BLOCK_EDGE } from './block.ts';
import { blockCounts, blockStart, boxSize, type Bits, type Box } from './bits.ts';
import { BitsDraft } from './bits-draft.ts';

/** Number of the axis that is the same all over a plane: 0 the columns, 1 the rows, 2 the slices. */
export type Axis = 0 | 1 | 2;

/** A plane of voxels, row by row; 1 is set. Of axis 2 it has columns and rows, of axis 1 columns and slices, of axis 0 rows and slices. */
export interface MaskPlane {
  width: number;
  height: number;
  mask: Uint8Array<ArrayBuffer>;
}

/** The axes that run along the rows of a plane, and down its columns. */
export function planeAxes(axis: Axis): readonly [Axis, Axis] {
  return axis === 2 ? [0, 1] : axis === 1 ? [0, 2] : [1, 2];
}

/** A place in a plane as a voxel. */
export function planeVoxel(axis: Axis, index: number, x: number, y: number): Voxel {
  return axis === 2 ? [x, y, index] : axis === 1 ? [x, index, y] : [index, x, y];
}

/** A plane of a layer. Throws if the grid has none with this number. */
export function readPlane(bits: Bits, axis: Axis, index: number): MaskPlane {
  const box = planeBox(bits.size, axis, index);
  const [x, y] = planeAxes(axis);
  return { width: bits.size[x], height: bits.size[y], mask: boxToBytes(bits, box) };
}

/** The layer with this plane in place of its own. */
export function writePlane(bits: Bits, axis: Axis, index: number, { width, height, mask }: MaskPlane): Bits {
  const [x, y] = planeAxes(axis);
  if (width !== bits.size[x] || height !== bits.size[y] || mask.length !== width * height) throw new Error('The plane has another size');
  return bytesToBits(bits, planeBox(bits.size, axis, index), mask);
}

export function planeBox(size: Voxel, axis: Axis, index: number): Box {
  if (!(Number.isInteger(index) && index >= 0 && index < size[axis])) throw new RangeError('The grid has no such plane');
  const from = [0, 0, 0];
  const to = size.map((length) => length - 1);
  from[axis] = index;
  to[axis] = index;
  return { from: from as unknown as Voxel, to: to as unknown as Voxel };
}

/** A byte for each voxel of a box, 1 if it is set: along a row, then the rows, then the slices. Parts of the box beyond the grid are 0. */
export function boxToBytes({ size, blocks }: Bits, box: Box): Uint8Array<ArrayBuffer> {
  const [columns, rows, slices] = boxSize(box);
  const bytes = new Uint8Array(columns * rows * slices);
  for (const [number, block] of blocks) {
    const [column, row, slice] = blockStart(size, number);
    // Within the block.
    const first = [column, row, slice].map((start, axis) => Math.max(0, box.from[axis]! - start)) as unknown as Voxel;
    const last = [column, row, slice].map((start, axis) => Math.min(BLOCK_EDGE - 1, box.to[axis]! - start)) as unknown as Voxel;
    if (first.some((start, axis) => start > last[axis]!)) continue;
    for (let k = first[2]; k <= last[2]; k += 1) {
      for (let j = first[1]; j <= last[1]; j += 1) {
        const word = block[j + BLOCK_EDGE * k]!;
        if (word === 0) continue;
        const at = ((slice + k - box.from[2]) * rows + row + j - box.from[1]) * columns + column - box.from[0];
        for (let i = first[0]; i <= last[0]; i += 1) bytes[at + i] = (word >>> i) & 1;
      }
    }
  }
  return bytes;
}

/** The layer with these voxels (0 or not 0, in the order of `boxToBytes`) in place of its own in the box. Parts of the box beyond the grid are left out. */
export function bytesToBits(bits: Bits, box: Box, bytes: Uint8Array): Bits {
  const draft = new BitsDraft(bits);
  const [columns, rows, slices] = boxSize(box);
  const [across, down] = blockCounts(bits.size);
  const to = box.to.map((end, axis) => Math.min(end, bits.size[axis]! - 1)) as unknown as Voxel;
  const from = box.from.map((start) => Math.max(0, start)) as unknown as Voxel;
  if (bytes.length !== columns * rows * slices) throw new Error('The voxels do not fill the box');
  for (let slice = from[2]; slice <= to[2]; slice += 1) {
    for (let row = from[1]; row <= to[1]; row += 1) {
      const start = ((slice - box.from[2]) * rows + row - box.from[1]) * columns - box.from[0];
      const word = (row & 31) + BLOCK_EDGE * (slice & 31);
      for (let block = from[0] >> 5; block <= to[0] >> 5; block += 1) {
        const [first, last] = [Math.max(from[0], block * BLOCK_EDGE), Math.min(to[0], block * BLOCK_EDGE + BLOCK_EDGE - 1)];
        let [set, covered] = [0, 0];
        for (let column = first; column <= last; column += 1) {
          covered |= 1 << (column & 31);
          if (bytes[start + column] !== 0) set |= 1 << (column & 31);
        }
        const number = block + across * ((row >> 5) + down * (slice >> 5));
        if (set === 0 && !draft.hasBlock(number)) continue;
        const words = draft.wordsOf(number);
        words[word] = (words[word]! & ~covered) | set;
      }
    }
  }
  return draft.done();
}
