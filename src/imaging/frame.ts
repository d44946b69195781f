/** Numbers of one frame, row by row from the top left; three per pixel, interleaved, for colour. */
export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export type Frame = (GreyFrame | ColourFrame) & { overlays?: Overlay[] };

type GreyFrame =
  /** Stored values, or what a modality lookup table made of them: rescale and window are still to come. */
  { kind: 'grey'; rows: number; columns: number; samples: Samples; isInverted: boolean; voiLut?: LookupTable };

type ColourFrame =
  /** Red, green, blue, 0 to 255. */
  { kind: 'rgb'; rows: number; columns: number; samples: Uint8Array };

/** Points over a frame, one bit each, row by row, the lowest bit of a byte first. */
export interface Overlay {
  rows: number;
  columns: number;
  /** Where its first point lies on the frame, from 0. */
  top: number;
  left: number;
  bits: Uint8Array;
  /** Which bit of the first byte is the first point. */
  firstBit: number;
  isRegion: boolean;
}

export interface LookupTable {
  /** The value that the first entry is for. */
  first: number;
  values: Uint16Array;
  /** What an entry can be at most. */
  highest: number;
}
