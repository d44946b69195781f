import type { SliceValues } from './slice-values.ts';

/** One slice minus another of the same size, pixel by pixel. */
export function difference(one: SliceValues, other: SliceValues): Float32Array<ArrayBuffer> {
  const values = new Float32Array(one.samples.length);
  for (let at = 0; at < values.length; at += 1) {
    values[at] = one.samples[at]! * one.slope + one.intercept - (other.samples[at]! * other.slope + other.intercept);
  }
  return values;
}
