/** Numbers of one frame, row by row from the top left; three per pixel, interleaved, for colour. */
export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export type Frame = (GreyFrame | ColourFrame) & { overlays?: Overlay[] };

type GreyFrame =
  /** Stored values, or the output of a modality lookup table, before rescale and window. */
  { kind: 'grey'; rows: number; columns: number; samples: Samples; isInverted: boolean; voiLut?: LookupTable };

type ColourFrame =
  /** Red, green, blue, 0 to 255. */
  { kind: 'rgb'; rows: number; columns: number; samples: Uint8Array };

/** Points over a frame, one bit each, row by row, the lowest bit of a byte first. */
export interface Overlay {
  rows: number;
  columns: number;
  /** Position of its first point on the frame, from 0. */
  top: number;
  left: number;
  bits: Uint8Array;
  /** The bit of the first byte that is the first point. */
  firstBit: number;
  isRegion: boolean;
}

export interface LookupTable {
  /** The value that the first entry is for. */
  first: number;
  values: Uint16Array;
  /** Maximum value of an entry. */
  highest: number;
}
