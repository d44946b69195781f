import { hasItsPoints, type Measured, type MeasuredValueName, type MeasurementKind, type PixelPoint } from '#contract/measurements.ts';
import { regionArea, regionValues, type Region } from '#model/pictures/region-values.ts';
import type { SliceScale } from './slice-scale.ts';

/** The pixels of a slice, row by row, in their real unit: rescaled. NaN stands for no value. */
export interface SlicePixels {
  columns: number;
  rows: number;
  values: ArrayLike<number>;
  /** As the file names it; null if it does not. */
  unit: string | null;
}

export interface MeasuredSlice {
  scale: SliceScale;
  /** Null: they are not here, so there are no statistics. */
  pixels: SlicePixels | null;
}

type Values = Measured['values'];

/** What a measurement measures. Without values if some of its points are missing. */
export function measured(kind: MeasurementKind, points: readonly PixelPoint[], { scale, pixels }: MeasuredSlice): Measured {
  const values = hasItsPoints(kind, points) ? valuesOf(kind, points, scale, pixels) : {};
  const hasPixels = values.mean !== undefined || values.value !== undefined;
  return { values, scale: scale.on, unit: hasPixels ? (pixels?.unit ?? null) : null };
}

function valuesOf(kind: MeasurementKind, points: readonly PixelPoint[], scale: SliceScale, pixels: SlicePixels | null): Values {
  const [a, b, c, d] = points as [PixelPoint, PixelPoint, PixelPoint, PixelPoint];
  switch (kind) {
    case 'length':
      return { length: distance(a, b, scale) };
    case 'angle':
      return angle(a, b, c, scale);
    case 'bidirectional': {
      const [one, other] = [distance(a, b, scale), distance(c, d, scale)];
      return { longAxis: Math.max(one, other), shortAxis: Math.min(one, other) };
    }
    case 'ellipse':
    case 'rectangle':
    case 'freehand':
      return statistics(regionOf(kind, points), scale, pixels);
    case 'probe':
      return probe(a, pixels);
    case 'arrow':
    case 'point':
    case 'box':
    case 'key-image':
      return {};
  }
}

/** Upright, and `freehand` as it was drawn. */
function regionOf(kind: 'ellipse' | 'rectangle' | 'freehand', points: readonly PixelPoint[]): Region {
  if (kind === 'freehand') return { shape: 'polygon', points };
  const [[left, top], [right, bottom]] = points as [PixelPoint, PixelPoint];
  if (kind === 'rectangle') return { shape: 'rectangle', left, top, right, bottom };
  return {
    ...{ shape: 'ellipse', x: (left + right) / 2, y: (top + bottom) / 2 },
    ...{ radiusX: Math.abs(right - left) / 2, radiusY: Math.abs(bottom - top) / 2 },
  };
}

function statistics(region: Region, scale: SliceScale, pixels: SlicePixels | null): Values {
  const [width, height] = pixelSize(scale);
  const found = pixels && regionValues(pixels.values, pixels.columns, pixels.rows, region);
  const { mean, deviation, lowest, highest } = found ?? {};
  return { area: regionArea(region) * width * height, ...(found !== null && { mean, deviation, lowest, highest }) };
}

/** Of the pixel in which the point lies. */
function probe([column, row]: PixelPoint, pixels: SlicePixels | null): Values {
  const [x, y] = [Math.round(column), Math.round(row)];
  if (pixels === null || x < 0 || y < 0 || x >= pixels.columns || y >= pixels.rows) return {};
  const value = pixels.values[y * pixels.columns + x]!;
  return Number.isNaN(value) ? {} : { value };
}

/** At the corner, in degrees. None if a leg has no length. */
function angle(end: PixelPoint, corner: PixelPoint, otherEnd: PixelPoint, scale: SliceScale): Values {
  const [one, other] = [way(corner, end, scale), way(corner, otherEnd, scale)];
  const along = one[0] * other[0] + one[1] * other[1];
  const across = one[0] * other[1] - one[1] * other[0];
  if (along === 0 && across === 0) return {};
  return { angle: (Math.atan2(Math.abs(across), along) * 180) / Math.PI };
}

function distance(from: PixelPoint, to: PixelPoint, scale: SliceScale): number {
  const [x, y] = way(from, to, scale);
  return Math.sqrt(x * x + y * y);
}

/** In mm, or in pixels if their size is not known. */
function way(from: PixelPoint, to: PixelPoint, scale: SliceScale): PixelPoint {
  const [width, height] = pixelSize(scale);
  return [(to[0] - from[0]) * width, (to[1] - from[1]) * height];
}

const pixelSize = (scale: SliceScale): PixelPoint => (scale.on === 'pixels' ? [1, 1] : scale.spacing);

/** Of a value: `mm` or `px`, `mm2` or `px2`, `deg`, or the unit of the pixels, which is null if it is not known. */
export function unitOf(name: MeasuredValueName, { scale, unit }: Pick<Measured, 'scale' | 'unit'>): string | null {
  switch (name) {
    case 'length':
    case 'longAxis':
    case 'shortAxis':
      return scale === 'pixels' ? 'px' : 'mm';
    case 'area':
      return scale === 'pixels' ? 'px2' : 'mm2';
    case 'angle':
      return 'deg';
    case 'mean':
    case 'deviation':
    case 'lowest':
    case 'highest':
    case 'value':
      return unit;
  }
}
