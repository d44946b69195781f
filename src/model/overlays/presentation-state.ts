import type { Graphic } from './graphic.ts';
import { isReferenced, type ImageFrame, type ImageReference } from './image-reference.ts';

/** A DICOM softcopy presentation state (PS3.3 A.33): how images are to be shown, and what is drawn on them. */
export interface PresentationState {
  kind: 'presentation';
  label: string;
  description: string;
  /** Images that it is for. */
  references: readonly ImageReference[];
  windows: readonly PresentedWindow[];
  areas: readonly DisplayedArea[];
  /** Degrees clockwise. A flip from left to right comes after it (PS3.3 C.10.6). */
  rotation: 0 | 90 | 180 | 270;
  isFlipped: boolean;
  /** Low values are bright. */
  isInverted: boolean;
  layers: readonly GraphicLayer[];
  annotations: readonly Annotation[];
  /** Parts that are not shown. */
  leftOut: readonly LeftOut[];
}

/** Shutters, lookup tables in place of a window or of a shape, masks of digital subtraction, and graphics without points. */
export type LeftOut = 'shutter' | 'voi-lut' | 'presentation-lut' | 'modality-lut' | 'subtraction' | 'graphic';

export interface PresentedWindow {
  centre: number;
  width: number;
  /** Empty: all images of the presentation state. */
  references: readonly ImageReference[];
}

export interface DisplayedArea {
  /** Column and row, counted from 1; may lie outside the image. */
  topLeft: readonly [number, number];
  bottomRight: readonly [number, number];
  /** `SCALE TO FIT`, `TRUE SIZE`, `MAGNIFY`. */
  sizeMode: string;
  /** For `MAGNIFY`. */
  magnification: number | null;
  references: readonly ImageReference[];
}

/** In the order in which they are drawn. */
export interface GraphicLayer {
  name: string;
  /** `#RRGGBB`; null if none is recommended. */
  colour: string | null;
}

/** Graphics and texts on some of the images. */
export interface Annotation {
  layer: string;
  references: readonly ImageReference[];
  graphics: readonly PresentedGraphic[];
  texts: readonly PresentedText[];
}

/**
 * Of the image: the top left corner is at 0 0, and the centre of the first pixel at 0.5 0.5. Of the displayed area: its corners are at 0 0 and 1 1, after
 * rotation and flip (PS3.3 C.10.5.1.2).
 */
export type AnnotationUnit = 'image' | 'displayed-area';

export interface PresentedGraphic {
  unit: AnnotationUnit;
  graphic: Graphic;
  isFilled: boolean;
}

export interface PresentedText {
  unit: AnnotationUnit;
  text: string;
  /** Its anchor, or the top left corner of its box. */
  x: number;
  y: number;
}

/** The window and displayed area for an image; null where the presentation state has none. */
export function presentationOf(
  state: PresentationState,
  image: ImageFrame,
): { window: PresentedWindow | null; area: DisplayedArea | null } | null {
  if (!isReferenced(state.references, image)) return null;
  const of = <One extends { references: readonly ImageReference[] }>(all: readonly One[]): One | null =>
    all.find(({ references }) => references.length === 0 || isReferenced(references, image)) ?? null;
  return { window: of(state.windows), area: of(state.areas) };
}
