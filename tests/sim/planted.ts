/** Faults that are planted to see that they are found; `none` is the product as it is. */
export const PLANTED = [
  'ack-before-fsync',
  'dropped-chunk-row',
  'lock-released-early',
  'hash-not-compared',
  'copy-dropped-before-proved',
] as const;
export type Planted = (typeof PLANTED)[number] | 'none';
