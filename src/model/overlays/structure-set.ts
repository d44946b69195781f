import type { ImageReference } from './image-reference.ts';

/** A DICOM structure set (PS3.3 A.19, C.8.8.5, C.8.8.6). */
export interface StructureSet {
  kind: 'structures';
  label: string;
  /** Series in which the regions were drawn. */
  seriesUids: readonly string[];
  regions: readonly StructureRegion[];
}

export interface StructureRegion {
  number: number;
  name: string;
  /** `#RRGGBB`; null if none is given. */
  colour: string | null;
  /** `ORGAN`, `PTV`, `EXTERNAL` and so on; empty if not given. */
  interpretedType: string;
  /** UID; empty if unknown. */
  frameOfReference: string;
  contours: readonly Contour[];
}

export interface Contour {
  type: ContourType;
  /** x y z of each point, one after the other: mm, in patient coordinates. */
  points: Float64Array;
  references: readonly ImageReference[];
}

/** PS3.3 C.8.8.6.1. Contours of the type `CLOSEDPLANAR_XOR` cut holes into each other. */
export const CONTOUR_TYPES = ['POINT', 'OPEN_PLANAR', 'OPEN_NONPLANAR', 'CLOSED_PLANAR', 'CLOSEDPLANAR_XOR'] as const;
export type ContourType = (typeof CONTOUR_TYPES)[number];
