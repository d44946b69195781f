import type { Samples } from '#imaging/frame.ts';
import type { Window } from '#imaging/render/window.ts';
import type { NiftiHeader } from './parse-header.ts';

/**
 * The initial window of a slice, in values after slope and intercept: the one in the header, unless it makes every voxel black, white or
 * nearly the same grey (cal_max is often outdated); otherwise from the 2nd to the 98th percentile, like other viewers; otherwise, if most
 * voxels are equal, from the lowest to the highest. Null if all are equal.
 */
export function shownWindow({ shownRange, slope, intercept }: WindowFields, samples: Samples): Window | null {
  const some = everyNth(samples).sort();
  const value = (part: number): number => (some[Math.round(part * (some.length - 1))] ?? 0) * slope + intercept;
  const whole = range(value(0), value(1));
  if (!whole) return null;
  if (shownRange && overlaps(shownRange, whole) && width(shownRange) <= width(whole) * MOST_TIMES_WIDER) return toWindow(shownRange);
  return toWindow(range(value(0.02), value(0.98)) ?? whole);
}

type WindowFields = Pick<NiftiHeader, 'shownRange' | 'slope' | 'intercept'>;
type Range = NonNullable<NiftiHeader['shownRange']>;

/** A window a hundred times as wide as the values leaves three greys. */
const MOST_TIMES_WIDER = 100;

/** Enough for percentiles: sorting a whole large slice takes longer than inflating it. */
const MOST_SORTED = 2 ** 15;

function everyNth(samples: Samples): Float64Array {
  const step = Math.max(1, Math.ceil(samples.length / MOST_SORTED));
  return Float64Array.from({ length: Math.ceil(samples.length / step) }, (_, index) => samples[index * step] as number);
}

/** A negative slope swaps the ends. */
function range(a: number, b: number): Range | null {
  return a === b ? null : { low: Math.min(a, b), high: Math.max(a, b) };
}

function overlaps(a: Range, b: Range): boolean {
  return a.low < b.high && b.low < a.high;
}

function width({ low, high }: Range): number {
  return high - low;
}

function toWindow({ low, high }: Range): Window | null {
  const window = { center: low / 2 + high / 2, width: high - low };
  return Number.isFinite(window.width) ? window : null;
}
