import type { Samples } from '#imaging/frame.ts';
import type { Look } from './look.ts';
import { MOST_COLUMNS, MOST_SAMPLES, MOST_TILE_COLUMNS, MOST_TILE_PIXELS, tileKernel, type TileKernel } from './tile-kernel.ts';
import type { Size } from './tile-size.ts';

/**
 * The same result as `resample` for an image of 16-bit samples that shrinks in both directions, in a sixth of the time. Each part of a pixel is
 * counted in units of which an image pixel has `to` and a tile pixel has `from`, so all sums are exact integers. Null for other images, and if the
 * platform does not support it.
 */
export function areaAverage(samples: Samples, from: Size, to: Size): Float32Array | null {
  return average(samples, from, to)?.means.slice(0, to.width * to.height) ?? null;
}

/** The same as opaque greys of a window: what `paintLine` computes from these means. */
export function areaGreys(
  samples: Samples,
  from: Size,
  to: Size,
  { factor, offset }: NonNullable<Look['line']>,
): Uint8ClampedArray<ArrayBuffer> | null {
  const kernel = average(samples, from, to);
  if (!kernel) return null;
  kernel.greys(to.width * to.height, factor, offset);
  return kernel.colours.slice(0, to.width * to.height * 4);
}

/** All rows of a column, each a 16-bit sample, fit into a 32-bit sum. */
const MOST_ROWS = 32_768;
const ROWS_AT_ONCE = 4;
/** Unsigned samples are added as signed ones, reduced by this. */
const MIDDLE = 0x8000;

/** The kernel with the means of this image. */
function average(samples: Samples, from: Size, to: Size): TileKernel | null {
  const isSigned = samples instanceof Int16Array;
  if (!isSigned && !(samples instanceof Uint16Array)) return null;
  if (from.width > MOST_COLUMNS || from.height >= MOST_ROWS || to.width > from.width || to.height > from.height) return null;
  if (to.width > MOST_TILE_COLUMNS || to.width * to.height > MOST_TILE_PIXELS) return null;
  const kernel = tileKernel();
  if (!kernel) return null;
  const { tapBytes, bands } = prepare(kernel, from, to);
  const [stride, flip, base] = [from.width * 2, isSigned ? 0 : MIDDLE, isSigned ? 0 : MIDDLE];
  const unit = 1 / (from.width * from.height);
  const mostRows = Math.floor(MOST_SAMPLES / from.width);
  const there = { first: 0, end: 0 };
  for (const { row, end, early, late, isFirst, tileRow } of bands) {
    if (row < there.first || end > there.end) {
      [there.first, there.end] = [row, Math.min(row + mostRows, from.height)];
      (isSigned ? kernel.signed : kernel.unsigned).set(samples.subarray(there.first * from.width, there.end * from.width));
    }
    const at = (row - there.first) * stride;
    kernel.rows(at, at + stride, stride, early, late, flip, isFirst ? 0 : -1);
    if (tileRow !== null) kernel.columns(tileRow * to.width, to.width, tapBytes, unit, base);
  }
  return kernel;
}

/** How much of a source pixel lies in a target pixel. */
function overlap(source: number, target: number, from: number, to: number): number {
  return Math.min((source + 1) * to, (target + 1) * from) - Math.max(source * to, target * from);
}

/** The part that is the same for all images of one size, such as the tiles of a series. */
interface Prepared {
  from: Size;
  to: Size;
  tapBytes: number;
  bands: readonly Band[];
}

/** Image rows that are added together, from `row` to `end`, with 16-bit weights. */
interface Band {
  row: number;
  end: number;
  early: number;
  late: number;
  /** Of a row of the tile. */
  isFirst: boolean;
  /** The row of the tile that is complete after it. */
  tileRow: number | null;
}

let prepared: Prepared | null = null;

function prepare(kernel: TileKernel, from: Size, to: Size): Prepared {
  if (prepared && isSameSize(prepared.from, from) && isSameSize(prepared.to, to)) return prepared;
  prepared = { from, to, tapBytes: prepareColumns(kernel, from.width, to.width), bands: bandsOf(from.height, to.height) };
  return prepared;
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function bandsOf(from: number, to: number): Band[] {
  const bands: Band[] = [];
  for (let tileRow = 0; tileRow < to; tileRow += 1) {
    const first = Math.floor((tileRow * from) / to);
    const last = Math.ceil(((tileRow + 1) * from) / to);
    for (let row = first; row < last; row += ROWS_AT_ONCE) {
      const end = Math.min(row + ROWS_AT_ONCE, last);
      const weight = (which: number) => Math.max(0, overlap(row + which, tileRow, from, to));
      const [early, late] = [weight(0) | (weight(1) << 16), weight(2) | (weight(3) << 16)];
      bands.push({ row, end, early, late, isFirst: row === first, tileRow: end === last ? tileRow : null });
    }
  }
  return bands;
}

/** For each tile column the first image column, and the weights of that and the following ones, some of them 0. Returns the number of bytes. */
function prepareColumns({ starts, weights }: TileKernel, from: number, to: number): number {
  let taps = 1;
  for (let target = 0; target < to; target += 1) {
    const start = Math.floor((target * from) / to);
    starts[target] = start * 4;
    taps = Math.max(taps, Math.ceil(((target + 1) * from) / to) - start);
  }
  const count = Math.ceil(taps / 4) * 4;
  for (let target = 0, at = 0; target < to; target += 1) {
    const start = Math.floor((target * from) / to);
    for (let tap = 0; tap < count; tap += 1, at += 1) weights[at] = Math.max(0, overlap(start + tap, target, from, to));
  }
  return count * 8;
}
