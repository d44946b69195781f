/** A window to look through: values, or how one is made of what is there. */
export type ViewWindow = { center: number; width: number } | 'stored' | 'range' | 'percentile';

export interface ViewWish {
  slice: number;
  window: ViewWindow;
  isInverted: boolean;
  /** Pixels that were shown before and may be painted over. */
  spare?: ArrayBuffer;
}

/** A drawn slice, each of its pixels as it is stored. */
export interface ViewPicture {
  slice: number;
  width: number;
  height: number;
  /** width x height x 4, RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Null: in colour. */
  window: { center: number; width: number } | null;
  /** Height of a pixel to its width. */
  pixelAspect: number;
  spacingMm: { width: number; by: 'patient' | 'detector' } | null;
  /** Towards which side each edge looks. */
  letters: { left: string; right: string; top: string; bottom: string } | null;
  corners: Corners;
}

/** Lines in the corners of a picture; what the viewer itself knows (window, zoom, number of the slice) stands beside them. */
export interface Corners {
  topLeft: readonly string[];
  topRight: readonly string[];
  bottomRight: readonly string[];
}

/** A slice, or in words why it has no picture. */
export type Drawn = ViewPicture | { problem: string };

export interface ViewPreset {
  name: string;
  window: ViewWindow;
}

/** What a drag of the main button, or of one finger, does. */
export type Tool = 'slices' | 'window' | 'pan' | 'zoom';
