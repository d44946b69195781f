import type { Samples } from '#imaging/frame.ts';

/** How often values occur, in ranges of equal width from `lowest` to `highest`. */
export interface Histogram {
  lowest: number;
  highest: number;
  counts: Uint32Array;
  /** The 1st and the 99th percentile. */
  low: number;
  high: number;
}

/** A grey image, and what makes its samples values. */
export interface Counted {
  samples: Samples;
  rescaleSlope: number;
  rescaleIntercept: number;
}

/** A range for each of the values of most images, so that percentiles are exact there. */
const RANGES = 65_536;

/** Counts the values of images; null if there is none. */
export function countValues(images: readonly Counted[], ranges = RANGES): Histogram | null {
  const [lowest, highest] = bounds(images);
  if (!(lowest <= highest)) return null;
  const counts = new Uint32Array(ranges);
  const perRange = highest > lowest ? (ranges - 1) / (highest - lowest) : 0;
  let total = 0;
  for (const { samples, rescaleSlope, rescaleIntercept } of images)
    for (let index = 0; index < samples.length; index += 1) {
      const value = (samples[index] as number) * rescaleSlope + rescaleIntercept;
      if (!Number.isFinite(value)) continue;
      const range = Math.round((value - lowest) * perRange);
      counts[range] = (counts[range] as number) + 1;
      total += 1;
    }
  const valueAt = (share: number) => (perRange === 0 ? lowest : lowest + rangeOfShare(counts, total * share) / perRange);
  return { lowest, highest, counts, low: valueAt(0.01), high: valueAt(0.99) };
}

/** The range up to which at least so many values are. */
function rangeOfShare(counts: Uint32Array, wanted: number): number {
  let sum = 0;
  return counts.findIndex((count) => (sum += count) >= wanted);
}

function bounds(images: readonly Counted[]): [lowest: number, highest: number] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { samples, rescaleSlope, rescaleIntercept } of images)
    for (let index = 0; index < samples.length; index += 1) {
      const value = (samples[index] as number) * rescaleSlope + rescaleIntercept;
      if (!Number.isFinite(value)) continue;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  return [lowest, highest];
}
