import { boxSize, clippedBox, emptyBits, isInside, wholeBox, type Box } from '#imaging/mask/bits/bits.ts';
import { NO_CHANGE, settingChange, type Change } from '#imaging/mask/bits/change.ts';
import { bytesToBits } from '#imaging/mask/bits/slices.ts';
import { checkValues, type ValueRange, type Values } from '#imaging/mask/tools/value-range.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

export interface GrowRequest {
  /** Whole voxels. Those outside the box or the range are left out. */
  seeds: readonly Voxel[];
  range: ValueRange;
  /** It grows no further; all of the grid without one. */
  box?: Box;
  /** It stops when it has more. */
  mostVoxels: number;
}

/** `complete`: all that touches. `too-large`: what it had when it stopped, for the person to see where it runs out; it is no region to keep. */
export interface GrownRegion {
  change: Change;
  voxels: number;
  end: 'complete' | 'too-large';
}

/** Voxels between two chances to stop: some milliseconds. */
const CHUNK = 65_536;

/**
 * The voxels in the range that touch a seed, by their faces, over other such voxels. Yields the number so far after each chunk: whoever asks no further has
 * cancelled it. Holds a byte for each voxel of the box.
 */
export function* growRegion(values: Values, { seeds, range, box, mostVoxels }: GrowRequest): Generator<number, GrownRegion> {
  const { size, voxels } = values;
  checkValues(values, size);
  const limits = clippedBox(box ?? wholeBox(size), size);
  if (limits === null) return { change: NO_CHANGE, voxels: 0, end: 'complete' };
  const { from } = limits;
  const [columns, rows, slices] = boxSize(limits);
  const taken = new Uint8Array(columns * rows * slices);
  // A ring would do; a stack has the places that are left, and never more than the region.
  const stack: number[] = [];
  let count = 0;
  const take = (column: number, row: number, slice: number): void => {
    const at = (slice * rows + row) * columns + column;
    if (taken[at] === 1) return;
    const value = voxels[((slice + from[2]) * size[1] + row + from[1]) * size[0] + column + from[0]]!;
    if (!(value >= range.low && value <= range.high)) return;
    taken[at] = 1;
    count += 1;
    stack.push(at);
  };
  for (const [column, row, slice] of seeds) {
    const place: Voxel = [column - from[0], row - from[1], slice - from[2]];
    if (isInside([columns, rows, slices], place)) take(...place);
  }
  for (let done = 1; stack.length > 0; done += 1) {
    if (count > mostVoxels) break;
    const at = stack.pop()!;
    const column = at % columns;
    const row = Math.floor(at / columns) % rows;
    const slice = Math.floor(at / columns / rows);
    if (column > 0) take(column - 1, row, slice);
    if (column < columns - 1) take(column + 1, row, slice);
    if (row > 0) take(column, row - 1, slice);
    if (row < rows - 1) take(column, row + 1, slice);
    if (slice > 0) take(column, row, slice - 1);
    if (slice < slices - 1) take(column, row, slice + 1);
    if (done % CHUNK === 0) yield count;
  }
  return {
    change: settingChange(bytesToBits(emptyBits(size), limits, taken)),
    voxels: count,
    end: count > mostVoxels ? 'too-large' : 'complete',
  };
}
