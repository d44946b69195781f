import type { Grid, NoVolume } from '#contract/grids.ts';
import type { OverlayRefusal } from '#imaging/dicom/overlays/overlay-fault.ts';
import type { Frame } from '#imaging/frame.ts';
import type { LookDescription } from '#imaging/render/look.ts';
import type { Slab } from '#imaging/volume/sample-plane.ts';
import type { FrameSubtraction } from '#model/computed/frame-subtraction.ts';
import type { Recipe } from '#model/computed/recipe.ts';
import type { Line } from '#model/overlays/graphic.ts';
import type { OverlayKind } from '#model/overlays/overlay.ts';
import type { PresentationState } from '#model/overlays/presentation-state.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import type { Facing, ImagePlane } from '#model/pictures/image-plane.ts';
import type { SliceScale } from '#model/measurements/slice-scale.ts';
import type { UltrasoundRegion } from '#model/measurements/ultrasound-region.ts';
import type { OrientationLetters } from '#model/pictures/orientation-letters.ts';
import type { PixelSpacing, SliceFacts } from '#workers/series/types.ts';

/** A series that is computed from another one, which is open. */
export interface ComputedSource {
  of: 'computed';
  /** Id of the other one. */
  from: number;
  recipe: Recipe;
}

/** An open series. Its slices are numbered from 0. */
export interface OpenedVoxels {
  id: number;
  slices: number;
  /** Several images in one file. */
  isCine: boolean;
  /** Of a series of files only the converted volume is here. */
  isVolume?: true;
}

/** What the values of a series are shown and measured as, in place of those of its files: uptake values of PET. */
export interface ValueScale {
  /** What a value of the files, after rescale, is multiplied with. */
  factor: number;
  unit: string;
  /** In place of the window of the files, in the new unit. */
  window: { center: number; width: number };
}

/** A picture with everything that painting it needs. */
export interface Picture {
  /** Stored values. */
  frame: Frame;
  /** How stored values become greys. Its window is never empty for a grey picture. */
  look: LookDescription;
  /** Where it is in the patient; null if the header does not tell. */
  plane: ImagePlane | null;
  /** Height of a pixel to its width (PREV-011). */
  pixelAspect: number;
  spacingMm: PixelSpacing | null;
  letters: OrientationLetters | null;
  /** Name of the unit of rescaled values; empty if unknown. */
  unit: string;
  /** The unit, if it is not that of the files [ValueScale]. */
  scaledTo?: string;
  /** Some of its pixels are those of a lower resolution: no values are taken from it. */
  isCoarse?: boolean;
}

export interface StoredSlice extends Picture {
  slice: number;
  /** SOP instance UID; empty for NIfTI. */
  sop: string;
  /** Number of the frame in its file, from 0. */
  frameInFile: number;
  isLossy: boolean;
  facts: SliceFacts;
  /** What a length on it means. */
  scale: SliceScale;
  /** Parts of an ultrasound image with lengths of their own. */
  regions?: readonly UltrasoundRegion[];
  /** How the frames of its film are subtracted. */
  frameSubtraction?: FrameSubtraction;
  /** What a report about it names. Empty for NIfTI, except the number of frames. */
  source: { seriesInstanceUid: string; sopClassUid: string; frames: number; patientId: string };
}

/** A plane through a volume. */
export interface PlaneWish {
  point: Vector;
  facing: Facing;
  /** 1, or 0.5 for pixels of twice the size while something moves. */
  resolution: number;
  slab: Slab | null;
}

/** A series along a path. */
export interface PathWish {
  /** In the coordinates of the series, in their order. */
  points: readonly Vector[];
  /** About the path. */
  degrees: number;
  /** Of the picture, across the path. */
  widthMm: number;
  /** As of a plane. */
  resolution: number;
  slab: Slab | null;
}

/** The path runs down the middle of the picture. No plane has all of its pixels. */
export interface SampledPath extends Picture {
  plane: null;
  /** Along the path and across it. */
  mmPerPixel: number;
  resolution: number;
  /** Of the volume that was converted from the files of the series. */
  isConverted?: boolean;
}

/** What a pane can show. */
export type AnyPicture = StoredSlice | SampledPlane | SampledPath;

export interface SampledPlane extends Picture {
  plane: ImagePlane;
  /** As asked for: below 1 while something moves. */
  resolution: number;
  /** Of the volume that was converted from the files of the series. */
  isConverted?: boolean;
}

/** `missing`: a slice could not be read. `too-large`: its voxels do not fit into memory. `values`: slices differ in the kind of their values. */
export type NoPlanes = NoVolume | 'missing' | 'too-large' | 'colour' | 'values' | 'order';

/** Where the slices are, once all have been read. */
export interface SeriesGeometry {
  /** Null if slices are missing, or if only a volume is here that was converted from the series. */
  grid: Grid | null;
  /** SHA-256 of its grid; null without one. */
  gridHash: string | null;
  /** The number in the grid of each slice; null without a grid. */
  gridSlices: number[] | null;
  frameOfReference: string;
  /** Of each slice. */
  planes: (ImagePlane | null)[];
  /** Why planes through the series cannot be shown; null if they can. */
  noPlanes: NoPlanes | null;
}

/** How much of a volume in bricks is here. */
export interface BricksLoaded {
  /** Of its bricks, in whole percent. */
  percent: number;
  /** All of it fits into the memory that it may use; otherwise only what was looked at last is kept. */
  fits: boolean;
  /** Bricks that arrived damaged twice. */
  damaged: number;
  /** The server could not be reached: the others wait for it. */
  isAway: boolean;
}

/** How much of a series has been read. */
export interface SeriesProgress {
  id: number;
  /** Slices that were read, with those that could not be. */
  read: number;
  unreadable: number;
  geometry: SeriesGeometry | null;
  /** Of a volume in bricks. */
  bricks?: BricksLoaded | null;
}

/** A file of a series of overlays: what can be shown of it, or why nothing can. */
export type OpenedOverlay = OverlayFacts | RefusedOverlay;

export interface RefusedOverlay {
  refused: OverlayRefusal | 'gone' | 'unreachable' | 'no-access';
}

export interface OverlayFacts {
  kind: OverlayKind;
  layers: readonly LayerFacts[];
  /** How it shows its images, without its graphics; null for other kinds. */
  presentation: PresentationState | null;
}

/** What is shown and hidden as one. */
export interface LayerFacts {
  id: string;
  name: string;
  number: number | null;
  caption: string;
  values: readonly string[];
  colour: string | null;
  /** Slices of a mask, contours, or marks and texts. */
  count: number;
}

/** A stored slice of a series, or a computed plane through it. */
export type PlaneOfSeries = { slice: number } | { plane: ImagePlane };

/** What to draw of a layer. Closed lines of masks and regions can be filled by the rule of even and odd. In pixels from the centre of the first. */
export interface LayerOnPlane {
  id: string;
  lines: readonly Line[];
  texts: readonly { text: string; x: number; y: number }[];
  /** Why its mask is not drawn. `other-grid`: its pixels are not those of the plane. */
  problem: 'other-grid' | 'unreadable' | null;
}
