import type { Code } from './code.ts';
import type { Graphic } from './graphic.ts';
import type { ImageReference } from './image-reference.ts';

/** Measurements of a DICOM structured report (PS3.16 TID 1500). Empty for a report without any. */
export interface MeasurementReport {
  kind: 'measurements';
  title: Code | null;
  groups: readonly MeasurementGroup[];
}

/** What was measured on one finding (PS3.16 TID 1410, 1411, 1501). */
export interface MeasurementGroup {
  trackingId: string;
  trackingUid: string;
  finding: Code | null;
  sites: readonly Code[];
  values: readonly MeasuredValue[];
  /** Regions of the whole group; those of a single value are with the value. */
  regions: readonly MeasuredRegion[];
  /** Segments of segmentations that the group is about. */
  segments: readonly { sop: string; segment: number }[];
}

export interface MeasuredValue {
  name: Code | null;
  /** Mean, standard deviation, minimum and so on, of a value that was computed of many. */
  derivation: Code | null;
  value: number;
  /** UCUM as a rule. */
  unit: Code | null;
  regions: readonly MeasuredRegion[];
}

export type MeasuredRegion =
  /** In pixels; the top left corner of the image is at 0 0, and the centre of its first pixel at 0.5 0.5 (PS3.3 C.18.6.1.1). */
  | { space: 'image'; graphic: Graphic; references: readonly ImageReference[] }
  /** In mm, in patient coordinates. */
  | { space: 'patient'; graphic: Graphic; frameOfReference: string };
