import type { Grid } from '#contract/grids.ts';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { runsToBits } from '#imaging/mask/bits/change.ts';
import { growRegion } from '#imaging/mask/tools/regions/grow-region.ts';
import type { ValueRange } from '#imaging/mask/tools/value-range.ts';
import { gridSize, planeSize, voxelSpaceOf, voxelVolumeMl, type Voxel } from '#model/grids/voxel-space.ts';
import type { NotComputed } from './computation.ts';

/** From stored values to the unit of the series. */
export interface Rescale {
  slope: number;
  intercept: number;
}

/** The values of the series that a grid is of, by number of the slice. */
export interface GridValues {
  /** The stored values of a slice, row by row; null if they cannot be read. */
  valuesOf(slice: number): Promise<ArrayLike<number> | null>;
  /** Slices may differ, as those of PET do. `file`: to the values of the files, where uptake is shown. Null if the slice cannot be read. */
  rescaleOf(slice: number, of?: 'file'): Promise<Rescale | null>;
}

export type ComputedBits = { ok: true; bits: Bits } | { ok: false; why: NotComputed };

/** All voxels with a value in the range, on one slice or on all (null). Read slice by slice, so that the values of a volume are not copied. */
export async function bitsInRange(grid: Grid, values: GridValues, range: ValueRange, slice: number | null): Promise<ComputedBits> {
  const draft = new BitsDraft(emptyBits(gridSize(grid)));
  if (slice !== null && grid.slices[slice] === undefined) return { ok: false, why: 'no-place' };
  const [first, last] = slice === null ? [0, grid.slices.length - 1] : [slice, slice];
  for (let each = first; each <= last; each += 1) {
    const isRead = await eachRun(grid, values, each, range, (row, from, to) => draft.writeRow(row, each, from, to));
    if (!isRead) return { ok: false, why: 'no-values' };
  }
  return { ok: true, bits: draft.done() };
}

/** Two bytes for each are held meanwhile. */
const MOST_VOXELS = 2 ** 28;
/** Steps of a region after which other calls are answered. */
const STEPS = 16;

/**
 * What touches a voxel by faces, over values that differ from its own by the tolerance at most. It ends as soon as it is larger than `mostMl`. `goesOn` is asked now
 * and then; false ends it with nothing.
 */
export async function bitsOfRegion(
  grid: Grid,
  values: GridValues,
  { seed, tolerance, mostMl }: { seed: Voxel; tolerance: number; mostMl: number },
  goesOn: () => boolean,
): Promise<ComputedBits> {
  const space = voxelSpaceOf(grid);
  if (grid.noVolume !== null || space === null) return { ok: false, why: 'no-volume' };
  const size = gridSize(grid);
  const [columns, rows, slices] = size;
  if (columns * rows * slices > MOST_VOXELS) return { ok: false, why: 'too-large' };
  const value = await valueAt(grid, values, seed);
  if (typeof value !== 'number') return { ok: false, why: value.why };
  const range = { low: value - tolerance, high: value + tolerance };
  const isInRange = new Uint8Array(columns * rows * slices);
  for (let slice = 0; slice < slices; slice += 1) {
    const start = slice * rows * columns;
    const isRead = await eachRun(grid, values, slice, range, (row, from, to) =>
      isInRange.fill(1, start + row * columns + from, start + row * columns + to + 1),
    );
    if (!isRead) return { ok: false, why: 'no-values' };
  }
  const mostVoxels = Math.floor(mostMl / voxelVolumeMl(space) + ROUNDING);
  const region = growRegion({ size, voxels: isInRange }, { seeds: [seed], range: { low: 1, high: 1 }, mostVoxels });
  for (let step = 1; ; step += 1) {
    const grown = region.next();
    if (grown.done && grown.value.end === 'too-large') return { ok: false, why: 'over-limit' };
    if (grown.done) return { ok: true, bits: runsToBits(size, grown.value.change.set) };
    if (step % STEPS !== 0) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!goesOn()) return { ok: true, bits: emptyBits(size) };
  }
}

async function valueAt(
  grid: Grid,
  { valuesOf, rescaleOf }: GridValues,
  [column, row, slice]: Voxel,
): Promise<number | { why: NotComputed }> {
  if (grid.slices[slice] === undefined) return { why: 'no-place' };
  const [columns, rows] = planeSize(grid, slice);
  if (!(column >= 0 && row >= 0 && column < columns && row < rows)) return { why: 'no-place' };
  const [values, rescale] = [await valuesOf(slice), await rescaleOf(slice)];
  return values === null || rescale === null ? { why: 'no-values' } : values[row * columns + column]! * rescale.slope + rescale.intercept;
}

/** Runs of voxels in the range on a slice, row by row; false if its values cannot be read. */
async function eachRun(
  grid: Grid,
  { valuesOf, rescaleOf }: GridValues,
  slice: number,
  range: ValueRange,
  take: (row: number, from: number, to: number) => void,
): Promise<boolean> {
  const [values, rescale] = [await valuesOf(slice), await rescaleOf(slice)];
  if (values === null || rescale === null) return false;
  const { low, high } = storedRange(range, rescale);
  const [columns, rows] = planeSize(grid, slice);
  for (let row = 0; row < rows; row += 1) {
    const start = row * columns;
    let first = -1;
    for (let column = 0; column <= columns; column += 1) {
      const isIn = column < columns && values[start + column]! >= low && values[start + column]! <= high;
      if (isIn === first >= 0) continue;
      if (!isIn) take(row, first, column - 1);
      first = isIn ? column : -1;
    }
  }
  return true;
}

/** A value at the end of the range is in it, whatever was rounded: a part of a stored step. */
const ROUNDING = 1e-6;

export function storedRange({ low, high }: ValueRange, { slope, intercept }: Rescale): ValueRange {
  const ends = [low, high].map((value) => (value - intercept) / slope);
  return { low: Math.min(...ends) - ROUNDING, high: Math.max(...ends) + ROUNDING };
}
