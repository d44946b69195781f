import type { NoTile } from '#model/pictures/no-tile.ts';
import type { OrientationLetters } from '#model/pictures/orientation-letters.ts';
import type { VideoKind } from '#model/pictures/video.ts';
import type { PresetWindow } from '#model/pictures/window-presets.ts';
import type { Curve } from '#model/transfer-functions/curve.ts';

/** Where the bytes of a series are: staged on this device, a volume from the server, or the original files on the server. */
export type ViewerSource =
  | { of: 'device'; seriesId: string }
  | { of: 'volume'; volumeId: number }
  /** With a volume of the same series to use if its files cannot be reached: the device may have a copy of only the volume. */
  | { of: 'originals'; seriesUuid: string; volumeId?: number | null };

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
  /** Width of a pixel, and what it was measured on: the patient or the detector. */
  spacingMm: { width: number; by: 'patient' | 'detector' } | null;
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

/** Values for the corners of an image. Lengths in mm, times in ms, angles in degrees. */
export interface SliceFacts {
  patientName: string;
  patientSex: string;
  studyDate: string;
  seriesNumber: number | null;
  seriesDescription: string;
  modality: string;
  repetitionTime: number | null;
  echoTime: number | null;
  diffusionBValue: number | null;
  sliceThickness: number | null;
  sliceLocation: number | null;
  primaryAngle: number | null;
  secondaryAngle: number | null;
  cineRate: number | null;
}

/** One value of the file about an image. */
export interface SliceField {
  group: string;
  code: string;
  name: string;
  value: string;
}

/** The video stream of a file, for the browser to play and save. */
export interface SliceVideo extends VideoKind {
  file: Blob;
}

/**
 * Why a slice has no image; `unreachable`: the server cannot be reached and there is no copy on this device; `refused`: the server denies access.
 */
export type NoSlice = NoTile | { noPicture: 'unreachable' | 'refused' };

export function isNoSlice(answer: object): answer is NoSlice {
  return 'noPicture' in answer;
}
