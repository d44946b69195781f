import type { Grid } from '#contract/grids.ts';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { runsToBits } from '#imaging/mask/bits/change.ts';
import { growRegion } from '#imaging/mask/tools/regions/grow-region.ts';
import type { ValueRange } from '#imaging/mask/tools/value-range.ts';
import { gridSize, planeSize, voxelSpaceOf, voxelVolumeMl, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';
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
  const space = spaceOf(grid);
  if ('why' in space) return { ok: false, ...space };
  const value = await valueAt(grid, values, seed);
  if (typeof value !== 'number') return { ok: false, why: value.why };
  return grownBits({ grid, space, values }, { seed, range: { low: value - tolerance, high: value + tolerance }, mostMl }, goesOn);
}

/** What touches the largest value within a distance of a voxel by faces, over values of at least a share of it. Otherwise as `bitsOfRegion`. */
export async function bitsOfShare(
  grid: Grid,
  values: GridValues,
  { seed, withinMm, share, mostMl }: { seed: Voxel; withinMm: number; share: number; mostMl: number },
  goesOn: () => boolean,
): Promise<ComputedBits> {
  const space = spaceOf(grid);
  if ('why' in space) return { ok: false, ...space };
  const largest = await largestAround(grid, space, values, seed, withinMm);
  if ('why' in largest) return { ok: false, ...largest };
  // A share of a negative value would be above it.
  if (largest.value <= 0) return { ok: false, why: 'not-positive' };
  return grownBits({ grid, space, values }, { seed: largest.at, range: { low: share * largest.value, high: Infinity }, mostMl }, goesOn);
}

function spaceOf(grid: Grid): VoxelSpace | { why: NotComputed } {
  const space = voxelSpaceOf(grid);
  if (grid.noVolume !== null || space === null) return { why: 'no-volume' };
  const [columns, rows, slices] = gridSize(grid);
  return columns * rows * slices > MOST_VOXELS ? { why: 'too-large' } : space;
}

async function grownBits(
  { grid, space, values }: { grid: Grid; space: VoxelSpace; values: GridValues },
  { seed, range, mostMl }: { seed: Voxel; range: ValueRange; mostMl: number },
  goesOn: () => boolean,
): Promise<ComputedBits> {
  const size = gridSize(grid);
  const [columns, rows, slices] = size;
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

/** Of the voxels whose centres are within a distance of that of a voxel. */
async function largestAround(
  grid: Grid,
  { steps }: VoxelSpace,
  { valuesOf, rescaleOf }: GridValues,
  seed: Voxel,
  withinMm: number,
): Promise<{ at: Voxel; value: number } | { why: NotComputed }> {
  const [columns, rows, slices] = gridSize(grid);
  if (seed.some((place, axis) => !(place >= 0 && place < [columns, rows, slices][axis]!))) return { why: 'no-place' };
  const reach = steps.map((step) => Math.floor(withinMm / length(step) + ROUNDING));
  const [mmColumn, mmRow, mmSlice] = steps.map(length) as [number, number, number];
  const ends = ([columns, rows, slices] as const).map((count, axis) => [
    Math.max(0, seed[axis]! - reach[axis]!),
    Math.min(count - 1, seed[axis]! + reach[axis]!),
  ]) as [number, number][];
  let largest: { at: Voxel; value: number } | null = null;
  for (let slice = ends[2]![0]; slice <= ends[2]![1]; slice += 1) {
    const [stored, rescale] = [await valuesOf(slice), await rescaleOf(slice)];
    if (stored === null || rescale === null) return { why: 'no-values' };
    for (let row = ends[1]![0]; row <= ends[1]![1]; row += 1)
      for (let column = ends[0]![0]; column <= ends[0]![1]; column += 1) {
        const mm = Math.hypot((column - seed[0]) * mmColumn, (row - seed[1]) * mmRow, (slice - seed[2]) * mmSlice);
        const value = stored[row * columns + column]! * rescale.slope + rescale.intercept;
        if (mm <= withinMm + ROUNDING && value > (largest?.value ?? -Infinity)) largest = { at: [column, row, slice], value };
      }
  }
  // Without any value, as of a voxel that has none.
  return largest ?? { why: 'not-positive' };
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
