import type { PixelPoint } from '#contract/measurements.ts';
import type { SliceScale } from './slice-scale.ts';

/** A part of an ultrasound image: its first and last column and row, and the mm between columns, then between rows. */
export interface UltrasoundRegion {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Null: its axes are no lengths, as in a Doppler spectrum or a curve over time. */
  spacing: readonly [number, number] | null;
}

/**
 * The scale for points on an image: that of the smallest region that has all of them, otherwise that of the image. Points in two regions, or
 * outside of all, have no common length there unless the image gives one.
 */
export function scaleAt(points: readonly PixelPoint[], scale: SliceScale, regions: readonly UltrasoundRegion[] = []): SliceScale {
  const around = regions.filter((region) => points.every((point) => isIn(point, region)));
  const [region] = around.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  if (region === undefined) return scale;
  return region.spacing === null ? { on: 'pixels' } : { on: 'patient', spacing: region.spacing };
}

/** Pixels reach half a pixel around their middle. */
const HALF = 0.5;

function isIn([x, y]: PixelPoint, { left, top, right, bottom }: UltrasoundRegion): boolean {
  return x >= left - HALF && x <= right + HALF && y >= top - HALF && y <= bottom + HALF;
}

function sizeOf({ left, top, right, bottom }: UltrasoundRegion): number {
  return (right - left + 1) * (bottom - top + 1);
}
