import type { OrientationLetters } from '#model/pictures/orientation-letters.ts';
import type { PresetWindow } from '#model/pictures/window-presets.ts';
import type { Curve } from '#model/transfer-functions/curve.ts';
import type { PixelSpacing, SliceFacts } from '#workers/series/types.ts';

/** A series that is open for viewing. Its slices are numbered from 0. */
export interface OpenedSeries {
  /** Distinguishes its requests from those for the series opened earlier. */
  id: number;
  slices: number;
  /** Several images in one file, or a kind of series that is played: it has its own frame rate. */
  isCine: boolean;
}

export interface DrawWish {
  slice: number;
  /** `stored`: as in the file. Colour has no window. */
  window: PresetWindow;
  isInverted: boolean;
  /** Replaces the window. Colour images are unchanged. */
  curve?: Curve | null;
  /** Pixels of an earlier image, to be overwritten. */
  spare?: ArrayBuffer;
}

export interface DrawnSlice {
  slice: number;
  width: number;
  height: number;
  /** width x height x 4, RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Null: a colour image, or drawn with a curve. */
  window: { center: number; width: number } | null;
  /** It was drawn with a curve. */
  hasCurve: boolean;
  /** Height of a pixel to its width (PREV-011). */
  pixelAspect: number;
  spacingMm: PixelSpacing | null;
  letters: OrientationLetters | null;
  facts: SliceFacts;
}

/** How often values occur in a series, in ranges of equal width from `lowest` to `highest`, counted in a few of its slices. */
export interface SeriesHistogram {
  lowest: number;
  highest: number;
  counts: Uint32Array;
  /** The 1st and the 99th percentile. */
  low: number;
  high: number;
}
