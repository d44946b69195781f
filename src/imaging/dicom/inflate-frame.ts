import { Inflate } from 'fflate';
import { mostInflated } from '#imaging/inflate-limits.ts';

/** Deflate makes 1032 bytes of one at most: no step gives more than 1 MiB before they are counted. */
const STEP_BYTES = 1024;

/**
 * A frame that was deflated by itself (1.2.840.10008.1.2.8.1, PS3.5 A.4.13): its `length` bytes as they were, or null where the stream is damaged or
 * ends before them. What it would make beyond them is not inflated, and a length that so few bytes may not grow to is not believed
 * [Note: How far deflated bytes may grow].
 */
export function inflateFrame(deflated: Uint8Array, length: number): Uint8Array | null {
  if (length > Math.min(mostInflated('dataSet', deflated.length), deflated.length * 1032)) return null;
  const frame = new Uint8Array(length);
  let filled = 0;
  const inflate = new Inflate((piece) => {
    frame.set(piece.subarray(0, length - filled), filled);
    filled += Math.min(piece.length, length - filled);
  });
  const isFull = () => filled === length;
  try {
    for (let at = 0; at < deflated.length; at += STEP_BYTES) {
      inflate.push(deflated.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= deflated.length);
      if (isFull()) break;
    }
  } catch {
    // A damaged end behind a whole frame: what the frame needs is there.
  }
  return isFull() ? frame : null;
}
