import type { FieldGroup } from '#imaging/dicom/header/viewable-fields.ts';
import type { VideoKind } from '#model/pictures/video.ts';

/** Where the bytes of a series are: staged on this device, a volume from the server, or the original files on the server. */
export type SeriesSource =
  | { of: 'device'; seriesId: string }
  /** With bricks, it can be shown before all of it is here. */
  | { of: 'volume'; volumeId: number; bricks?: BricksOfVolume | null }
  /**
   * With a volume of the same series to use if its files cannot be reached: the device may have a copy of only the volume. With bricks of it, planes are
   * shown before all files are here.
   */
  | { of: 'originals'; seriesUuid: string; volumeId?: number | null; bricks?: BricksOfVolume | null };

/** Length of the object of bricks, and of the part at its end that has the coarse volume and the index. */
export interface BricksOfVolume {
  size: number;
  tail: number;
}

/** Width of a pixel in mm, and what it was measured on. */
export interface PixelSpacing {
  width: number;
  by: 'patient' | 'detector';
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
  /** Seconds from a moment that the images of its series share. Absent: the header does not say. */
  imageSeconds?: number;
}

/** One value of the file about an image. */
export interface SliceField {
  group: FieldGroup;
  code: string;
  name: string;
  value: string;
  /** The name is a word of ours, which the page translates, and not one of DICOM. */
  isOurName?: true;
}

/** The video stream of a file, for the browser to play and save. */
export interface SliceVideo extends VideoKind {
  file: Blob;
}
