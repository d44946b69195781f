import type { NoTile } from '#model/no-tile.ts';
import type { OrientationLetters } from '#model/orientation-letters.ts';
import type { VideoKind } from '#model/video.ts';
import type { PresetWindow } from '#model/window-presets.ts';

/** Where the bytes of a series are: staged on this device, a volume that the server made, or the files as they were sent to it. */
export type ViewerSource =
  | { of: 'device'; seriesId: string }
  | { of: 'volume'; volumeId: number }
  /** With a volume of the same series to look at where its files are out of reach: on a device that keeps the one and not the others. */
  | { of: 'originals'; seriesUuid: string; volumeId?: number | null };

/** A series that is looked at. Its slices are walked from 0. */
export interface OpenedSeries {
  /** Tells its questions from those about a series that was looked at before. */
  id: number;
  slices: number;
  /** Several pictures in one file, or a kind of series that is played: it has a speed of its own. */
  isCine: boolean;
}

export interface DrawWish {
  slice: number;
  /** `stored`: as the file says. Colour has no window. */
  window: PresetWindow;
  isInverted: boolean;
  /** Pixels of an earlier picture, to be painted over. */
  spare?: ArrayBuffer;
}

export interface DrawnSlice {
  slice: number;
  width: number;
  height: number;
  /** width x height x 4, RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Null: a picture in colour. */
  window: { center: number; width: number } | null;
  /** Height of a pixel to its width (PREV-011). */
  pixelAspect: number;
  /** Length that a pixel of the picture is wide, and how it is known: in the patient, or on the detector. */
  spacingMm: { width: number; by: 'patient' | 'detector' } | null;
  letters: OrientationLetters | null;
  facts: SliceFacts;
}

/** What the corners of a picture say. Lengths in mm, times in ms, angles in degrees. */
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

/** One line of what a file says of a picture. */
export interface SliceField {
  group: string;
  code: string;
  name: string;
  value: string;
}

/** The stream of a file, for the browser to play and to save. */
export interface SliceVideo extends VideoKind {
  file: Blob;
}

/** Why a slice has no picture; `unreachable`: the server, and no copy is on this device; `refused`: it gives them to somebody else. */
export type NoSlice = NoTile | { noPicture: 'unreachable' | 'refused' };

export function isNoSlice(answer: object): answer is NoSlice {
  return 'noPicture' in answer;
}
