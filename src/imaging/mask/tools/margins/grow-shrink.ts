import { boundsOf, boxSize, clippedBox, emptyBits, paddedBox, type Bits } from '#imaging/mask/bits/bits.ts';
import { changeBetween, NO_CHANGE, type Change } from '#imaging/mask/bits/change.ts';
import { boxToBytes, bytesToBits } from '#imaging/mask/bits/slices.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { dot, length } from '#model/pictures/vector.ts';
import { squaredDistances } from './distance.ts';

/** Sets each voxel whose centre is as near to the centre of a set one as `mm`. */
export function growBy(bits: Bits, space: VoxelSpace, mm: number): Change {
  const bounds = boundsOf(bits);
  if (bounds === null || !(mm > 0)) return NO_CHANGE;
  const box = clippedBox(paddedBox(bounds, reachOf(space, mm)), bits.size)!;
  const bytes = boxToBytes(bits, box);
  const near = isNear(bytes, boxSize(box), space, 1, mm);
  return changeBetween(bits, bytesToBits(bits, box, near));
}

/** Clears each voxel whose centre is as near to the centre of an unset one as `mm`. The edge of the grid is no border: what is beyond is not known. */
export function shrinkBy(bits: Bits, space: VoxelSpace, mm: number): Change {
  const bounds = boundsOf(bits);
  if (bounds === null || !(mm > 0)) return NO_CHANGE;
  const box = clippedBox(paddedBox(bounds, [1, 1, 1]), bits.size)!;
  const bytes = boxToBytes(bits, box);
  const near = isNear(bytes, boxSize(box), space, 0, mm);
  return changeBetween(
    bits,
    bytesToBits(
      emptyBits(bits.size),
      box,
      bytes.map((byte, at) => (near[at] === 1 ? 0 : byte)),
    ),
  );
}

/** 1 where a voxel with the value is as near as `mm`. */
function isNear(bytes: Uint8Array, size: Voxel, { steps }: VoxelSpace, value: 0 | 1, mm: number): Uint8Array<ArrayBuffer> {
  const limit = mm ** 2 * (1 + ROUNDING);
  if (!isPerpendicular(steps)) return nearOfBorder(bytes, size, steps, value, limit, mm);
  const [i, j, k] = steps.map(length) as [number, number, number];
  return Uint8Array.from(squaredDistances(bytes, size, [i, j, k], value), (distance) => (distance <= limit ? 1 : 0));
}

/** A centre at exactly this distance is near, whatever was rounded. */
const ROUNDING = 1e-9;
/** Cosine. */
const STRAIGHT = 1e-4;

export function isPerpendicular([i, j, k]: VoxelSpace['steps']): boolean {
  return [
    [i, j],
    [j, k],
    [k, i],
  ].every(([a, b]) => Math.abs(dot(a!, b!)) <= STRAIGHT * length(a!) * length(b!));
}

/** Voxels along each axis in `mm`, also where a tilted gantry makes the steps oblique. */
function reachOf({ steps: [i, j, k] }: VoxelSpace, mm: number): Voxel {
  const along = (a: Voxel, b: Voxel, c: Voxel): number => {
    // The height of the cell above the plane of the other two steps.
    const away: Voxel = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    return Math.ceil((mm * length(away)) / Math.abs(dot(a, away)));
  };
  return [along(i, j, k), along(j, k, i), along(k, i, j)];
}

/** Where the steps are oblique, distances cannot be found axis by axis: a ball is put on each voxel of the border. Slower, and as exact. */
function nearOfBorder(
  bytes: Uint8Array,
  size: Voxel,
  steps: VoxelSpace['steps'],
  value: 0 | 1,
  limit: number,
  mm: number,
): Uint8Array<ArrayBuffer> {
  const [columns, rows, slices] = size;
  const ball = ballOf(steps, limit, reachOf({ size, origin: [0, 0, 0], steps }, mm));
  const near = Uint8Array.from(bytes, (byte) => (byte === value ? 1 : 0));
  const has = (column: number, row: number, slice: number): boolean =>
    column < 0 ||
    row < 0 ||
    slice < 0 ||
    column >= columns ||
    row >= rows ||
    slice >= slices ||
    bytes[(slice * rows + row) * columns + column] === value;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        if (bytes[(slice * rows + row) * columns + column] !== value) continue;
        const isInner =
          has(column - 1, row, slice) &&
          has(column + 1, row, slice) &&
          has(column, row - 1, slice) &&
          has(column, row + 1, slice) &&
          has(column, row, slice - 1) &&
          has(column, row, slice + 1);
        if (isInner) continue;
        for (const { row: down, slice: deep, first, last } of ball) {
          const [y, z] = [row + down, slice + deep];
          if (y < 0 || z < 0 || y >= rows || z >= slices) continue;
          const start = (z * rows + y) * columns;
          const [from, to] = [Math.max(0, column + first), Math.min(columns - 1, column + last)];
          if (from <= to) near.fill(1, start + from, start + to + 1);
        }
      }
  return near;
}

/** The rows of a ball around a voxel. */
function ballOf(
  [i, j, k]: VoxelSpace['steps'],
  limit: number,
  reach: Voxel,
): { row: number; slice: number; first: number; last: number }[] {
  const ball: { row: number; slice: number; first: number; last: number }[] = [];
  for (let slice = -reach[2]; slice <= reach[2]; slice += 1)
    for (let row = -reach[1]; row <= reach[1]; row += 1) {
      const inRow = Array.from({ length: 2 * reach[0] + 1 }, (_, at) => at - reach[0]).filter((column) => {
        const way: Voxel = [0, 1, 2].map((axis) => i[axis]! * column + j[axis]! * row + k[axis]! * slice) as unknown as Voxel;
        return dot(way, way) <= limit;
      });
      if (inRow.length > 0) ball.push({ row, slice, first: inRow[0]!, last: inRow.at(-1)! });
    }
  return ball;
}
