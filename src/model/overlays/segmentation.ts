import type { Orientation, Vector } from '#model/pictures/geometry.ts';
import type { Code } from './code.ts';
import type { ImageReference } from './image-reference.ts';

/** A DICOM segmentation (PS3.3 A.51, C.8.20). Its masks are read frame by frame when they are needed. */
export interface Segmentation {
  kind: 'segmentation';
  type: 'binary' | 'fractional' | 'labelmap';
  /** What a fraction is: of the pixel (`OCCUPANCY`) or of certainty (`PROBABILITY`). Empty for other types. */
  fractionalType: string;
  /** The value of a mask where all of the pixel belongs to the segment. */
  fullValue: number;
  label: string;
  description: string;
  /** Series in which the segments were marked. */
  seriesUids: readonly string[];
  /** UID; empty if unknown. */
  frameOfReference: string;
  segments: readonly Segment[];
  frames: readonly SegmentFrame[];
}

export interface Segment {
  number: number;
  label: string;
  description: string;
  category: Code | null;
  type: Code | null;
  typeModifiers: readonly Code[];
  region: Code | null;
  regionModifiers: readonly Code[];
  /** `#RRGGBB`; null if none is recommended. */
  colour: string | null;
  /** `AUTOMATIC`, `SEMIAUTOMATIC`, `MANUAL`. */
  algorithmType: string;
  algorithmName: string;
  trackingId: string;
  trackingUid: string;
}

/** One slice of a segment. Lengths in mm, in patient coordinates. */
export interface SegmentFrame {
  /** Number in the file, from 0. */
  frame: number;
  /** Null in a label map, where a frame has all segments. */
  segment: number | null;
  columns: number;
  rows: number;
  /** Centre of the first pixel. */
  position: Vector | null;
  orientation: Orientation | null;
  /** Between columns, then between rows. */
  spacing: readonly [number, number] | null;
  /** From one slice to the next; null if unknown. */
  sliceSpacing: number | null;
  /** Images from which it was made. */
  references: readonly ImageReference[];
}
