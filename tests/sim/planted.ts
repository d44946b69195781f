/** Planted faults, to show that they are found; `none` is the unchanged product. */
export const PLANTED = [
  'ack-before-fsync',
  'dropped-chunk-row',
  'lock-released-early',
  'hash-not-compared',
  'copy-dropped-before-proved',
] as const;
export type Planted = (typeof PLANTED)[number] | 'none';
