import type { BrickSamples } from './brick-bytes.ts';

/** Voxels along an edge. Those at the far sides of a volume are as small as what is left. */
export const BRICK_EDGE = 64;

/** In voxels: columns, rows, slices. */
export type Size = readonly [number, number, number];

export interface Brick {
  /** Of its first voxel. */
  from: Size;
  size: Size;
}

/** Size of a volume at a level; 0 is the full resolution. */
export function sizeAt(size: Size, level: number): Size {
  const halves = 2 ** level;
  return [Math.ceil(size[0] / halves), Math.ceil(size[1] / halves), Math.ceil(size[2] / halves)];
}

/** Of a volume of this size, in the order in which they are stored: along a row, then the rows, then the slices. */
export function bricksOf([columns, rows, slices]: Size): Brick[] {
  const starts = (length: number): number[] => Array.from({ length: Math.ceil(length / BRICK_EDGE) }, (_, index) => index * BRICK_EDGE);
  const left = (from: number, length: number): number => Math.min(BRICK_EDGE, length - from);
  return starts(slices).flatMap((slice) =>
    starts(rows).flatMap((row) =>
      starts(columns).map((column): Brick => ({
        from: [column, row, slice],
        size: [left(column, columns), left(row, rows), left(slice, slices)],
      })),
    ),
  );
}

/** Number of the brick that contains a voxel, in the order of `bricksOf`. */
export function brickAt([columns, rows]: Size, [column, row, slice]: Size): number {
  const inRow = Math.ceil(columns / BRICK_EDGE);
  const inSlice = inRow * Math.ceil(rows / BRICK_EDGE);
  const number = (at: number): number => Math.floor(at / BRICK_EDGE);
  return number(slice) * inSlice + number(row) * inRow + number(column);
}

/** The voxels of a brick. */
export function cutBrick<T extends BrickSamples>(voxels: T, [columns, rows]: Size, { from, size }: Brick): T {
  const brick = new (voxels.constructor as new (length: number) => T)(size[0] * size[1] * size[2]);
  for (let slice = 0; slice < size[2]; slice += 1) {
    for (let row = 0; row < size[1]; row += 1) {
      const start = ((from[2] + slice) * rows + from[1] + row) * columns + from[0];
      brick.set(voxels.subarray(start, start + size[0]) as T & number[], (slice * size[1] + row) * size[0]);
    }
  }
  return brick;
}

/** Puts the voxels of a brick in their place. */
export function placeBrick(voxels: BrickSamples, [columns, rows]: Size, { from, size }: Brick, brick: BrickSamples): void {
  for (let slice = 0; slice < size[2]; slice += 1) {
    for (let row = 0; row < size[1]; row += 1) {
      const start = ((from[2] + slice) * rows + from[1] + row) * columns + from[0];
      const first = (slice * size[1] + row) * size[0];
      voxels.set(brick.subarray(first, first + size[0]), start);
    }
  }
}

/** Half of the resolution: each voxel is the mean of eight, or of those that exist at the far sides. Whole numbers are rounded. */
export function halved<T extends BrickSamples>(voxels: T, size: Size): { voxels: T; size: Size } {
  const [columns, rows, slices] = size;
  const half = sizeAt(size, 1);
  const small = new (voxels.constructor as new (length: number) => T)(half[0] * half[1] * half[2]);
  const isWhole = !(voxels instanceof Float32Array);
  let at = 0;
  for (let slice = 0; slice < slices; slice += 2) {
    for (let row = 0; row < rows; row += 2) {
      for (let column = 0; column < columns; column += 2) {
        let [sum, count] = [0, 0];
        for (let z = slice; z < Math.min(slice + 2, slices); z += 1) {
          for (let y = row; y < Math.min(row + 2, rows); y += 1) {
            for (let x = column; x < Math.min(column + 2, columns); x += 1) {
              sum += voxels[(z * rows + y) * columns + x]!;
              count += 1;
            }
          }
        }
        small[at] = isWhole ? Math.round(sum / count) : sum / count;
        at += 1;
      }
    }
  }
  return { voxels: small, size: half };
}
