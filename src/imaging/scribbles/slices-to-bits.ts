import type { Bits, Box } from '#imaging/mask/bits/bits.ts';
import { bytesToBits } from '#imaging/mask/bits/slices.ts';
import type { ScribbledSlice } from './segment-by-scribbles.ts';

/** A layer with these slices in place of its own in the box. */
export function slicesToBits(bits: Bits, { from, to }: Box, slices: readonly ScribbledSlice[]): Bits {
  return slices.reduce(
    (done, { slice, mask }) => bytesToBits(done, { from: [from[0], from[1], slice], to: [to[0], to[1], slice] }, mask),
    bits,
  );
}
