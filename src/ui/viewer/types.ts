/** A window to look through: values, or how one is made of what is there. */
export type ViewWindow = { center: number; width: number } | 'stored' | 'range' | 'percentile';

export interface ViewWish {
  slice: number;
  window: ViewWindow;
  isInverted: boolean;
  /** ID of the colours in use; null: grey. */
  colours: string | null;
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
  /** Null: in colour, stored or chosen. */
  window: { center: number; width: number } | null;
  /** It is shown in the chosen colours. */
  hasCurve: boolean;
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

/** Colours for the values of a series, which a person may choose instead of a window. */
export interface ViewColours {
  id: string;
  name: string;
  /** Its colours, as a CSS background. */
  strip: string;
}

/** What a drag of the main button, or of one finger, does. */
export type Tool = 'slices' | 'window' | 'pan' | 'zoom';
