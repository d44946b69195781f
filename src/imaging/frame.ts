/** Numbers of one frame, row by row from the top left; three per pixel, interleaved, for colour. */
export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

export type Frame =
  /** Stored values: rescale and window are still to come. */
  | { kind: 'grey'; rows: number; columns: number; samples: Samples; isInverted: boolean }
  /** Red, green, blue, 0 to 255. */
  | { kind: 'rgb'; rows: number; columns: number; samples: Uint8Array };
