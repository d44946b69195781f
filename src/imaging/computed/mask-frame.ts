import type { SliceValues } from './slice-values.ts';

/** Columns to the right and rows down. */
export type PixelShift = readonly [x: number, y: number];

/** What frames of a film are compared with. */
export interface MaskFrame {
  columns: number;
  rows: number;
  /** As they are subtracted: logarithms of intensities. */
  values: Float64Array;
}

/** Differences of logarithms are small numbers: in thousandths they are about the per mille that a vessel absorbs. */
const THOUSANDTHS = 1000;

/**
 * The mean of one or more frames, moved. Each pixel takes what was so far to its left and above it, between pixels in proportion to the distance;
 * what comes from beyond the edge has no value. `isIntensity`: values are proportional to the intensity of the beam, of which the logarithm is
 * proportional to what absorbs it.
 */
export function maskFrame(
  frames: readonly SliceValues[],
  { columns, rows }: { columns: number; rows: number },
  [x, y]: PixelShift,
  isIntensity: boolean,
): MaskFrame {
  const mean = new Float64Array(columns * rows);
  for (const { samples, slope, intercept } of frames) {
    for (let at = 0; at < mean.length; at += 1) mean[at]! += (samples[at]! * slope + intercept) / frames.length;
  }
  if (isIntensity) for (let at = 0; at < mean.length; at += 1) mean[at] = logarithm(mean[at]!);
  if (x === 0 && y === 0) return { columns, rows, values: mean };
  const values = new Float64Array(mean.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      values[row * columns + column] = valueBetween(mean, { columns, rows }, column - x, row - y);
    }
  }
  return { columns, rows, values };
}

export function minusMask({ samples, slope, intercept }: SliceValues, mask: MaskFrame, isIntensity: boolean): Float32Array<ArrayBuffer> {
  const values = new Float32Array(mask.values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = samples[at]! * slope + intercept;
    values[at] = (isIntensity ? logarithm(value) : value) - mask.values[at]!;
  }
  return values;
}

/** Detectors count: below 1 there is nothing to tell apart, and no logarithm of 0. */
function logarithm(intensity: number): number {
  return Math.log(Math.max(intensity, 1)) * THOUSANDTHS;
}

function valueBetween(values: Float64Array, { columns, rows }: { columns: number; rows: number }, x: number, y: number): number {
  if (x < 0 || y < 0 || x > columns - 1 || y > rows - 1) return Number.NaN;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(left + 1, columns - 1), Math.min(top + 1, rows - 1)];
  const [dx, dy] = [x - left, y - top];
  const at = (column: number, row: number): number => values[row * columns + column]!;
  return (at(left, top) * (1 - dx) + at(right, top) * dx) * (1 - dy) + (at(left, bottom) * (1 - dx) + at(right, bottom) * dx) * dy;
}
