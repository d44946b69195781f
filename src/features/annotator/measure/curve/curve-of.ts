import type { MeasurementKind, PixelPoint } from '#contract/measurements.ts';
import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { measuredOn } from '#features/annotator/measure/slice-place.ts';

/** A region in one volume of a series over time or with several b-values. */
export interface CurvePoint {
  /** From 1. */
  volume: number;
  /** The mean of a region, or the value at a point. */
  value: number;
  /** s/mm²; null if the header does not tell. */
  b: number | null;
  /** From a moment that all share; null if the header does not tell. */
  seconds: number | null;
}

/** The same region in each volume. Without those that cannot be read, or have no value there. */
export async function curveOf(
  slices: readonly number[],
  { kind, points }: { kind: MeasurementKind; points: readonly PixelPoint[] },
  pictureOf: (slice: number) => Promise<StoredSlice | NoSlice>,
): Promise<CurvePoint[]> {
  const curve: CurvePoint[] = [];
  for (const [at, slice] of slices.entries()) {
    const picture = await pictureOf(slice);
    if (isNoSlice(picture) || picture.isCoarse) continue;
    const { mean, value = mean } = measuredOn(picture, kind, points).values;
    if (value !== undefined)
      curve.push({ volume: at + 1, value, b: picture.facts.diffusionBValue, seconds: picture.facts.imageSeconds ?? null });
  }
  return curve;
}

/** With a b-value each, and at least two different ones. */
export function isDiffusion(curve: readonly CurvePoint[]): curve is readonly (CurvePoint & { b: number })[] {
  return curve.every(({ b }) => b !== null) && new Set(curve.map(({ b }) => b)).size > 1;
}

/** With a time each, later in each volume than in the one before. */
export function isOverTime(curve: readonly CurvePoint[]): curve is readonly (CurvePoint & { seconds: number })[] {
  return curve.every(({ seconds }, at) => seconds !== null && (at === 0 || seconds > (curve[at - 1]!.seconds ?? Infinity)));
}
