import type { Samples } from '#imaging/frame.ts';
import type { Size } from './tile-size.ts';
import { MOST_COLUMNS, rowSum } from './weighed-rows.ts';

/**
 * What `resample` makes of a picture of 16-bit samples that shrinks both ways, in half of its time. Each part of a pixel counts as many times as it
 * has units of which a pixel of the picture has `to` and one of the tile `from`, so all sums are whole and exact. Null for every other picture, and
 * where the platform cannot.
 */
export function areaAverage(samples: Samples, from: Size, to: Size): Float32Array | null {
  const isSigned = samples instanceof Int16Array;
  if (!isSigned && !(samples instanceof Uint16Array)) return null;
  if (from.width < FEWEST_TAPS || from.width > MOST_COLUMNS || from.height >= MOST_ROWS) return null;
  if (to.width > from.width || to.height > from.height) return null;
  const sum = rowSum(isSigned);
  if (!sum) return null;
  const across = columnTaps(from.width, to.width);
  const unit = 1 / (from.width * from.height);
  const means = new Float32Array(to.width * to.height);
  for (let y = 0; y < to.height; y += 1) {
    sum.clear(from.width);
    for (let row = Math.floor((y * from.height) / to.height); row * to.height < (y + 1) * from.height; row += 1) {
      sum.add(samples.subarray(row * from.width, (row + 1) * from.width), overlap(row, y, from.height, to.height));
    }
    shrinkRow(sum.sums, across, means.subarray(y * to.width, (y + 1) * to.width), unit);
  }
  return means;
}

/** All rows of one column, each a sample of 16 bits, fit into a sum of 32. */
const MOST_ROWS = 32_768;

/** How much of a source pixel lies in a target pixel. */
function overlap(source: number, target: number, from: number, to: number): number {
  return Math.min((source + 1) * to, (target + 1) * from) - Math.max(source * to, target * from);
}

/** For each target the first source, and the weights of this one and of those that follow: `count` for each, some of them 0. */
interface Taps {
  count: number;
  starts: Int32Array;
  weights: Float64Array;
}

/** As a slice of 512 columns has for a pixel of its tile. */
const FEWEST_TAPS = 4;

/** Tiles of one series have all the same. */
let last: { from: number; to: number; taps: Taps } | null = null;

function columnTaps(from: number, to: number): Taps {
  if (last?.from !== from || last.to !== to) last = { from, to, taps: createTaps(from, to) };
  return last.taps;
}

function createTaps(from: number, to: number): Taps {
  const starts = Int32Array.from({ length: to }, (_, target) => Math.floor((target * from) / to));
  const count = starts.reduce((most, start, target) => Math.max(most, Math.ceil(((target + 1) * from) / to) - start), FEWEST_TAPS);
  const weights = new Float64Array(to * count);
  for (let target = 0; target < to; target += 1) {
    const start = Math.min(starts[target] as number, from - count);
    starts[target] = start;
    for (let tap = 0; tap < count; tap += 1) weights[target * count + tap] = Math.max(0, overlap(start + tap, target, from, to));
  }
  return { count, starts, weights };
}

function shrinkRow(sums: Int32Array, { count, starts, weights }: Taps, means: Float32Array, unit: number): void {
  for (let target = 0, w = 0; target < starts.length; target += 1, w += count) {
    const at = starts[target] as number;
    let mean =
      (sums[at] as number) * (weights[w] as number) +
      (sums[at + 1] as number) * (weights[w + 1] as number) +
      (sums[at + 2] as number) * (weights[w + 2] as number) +
      (sums[at + 3] as number) * (weights[w + 3] as number);
    for (let tap = FEWEST_TAPS; tap < count; tap += 1) mean += (sums[at + tap] as number) * (weights[w + tap] as number);
    means[target] = mean * unit;
  }
}
