import { Inflate } from 'fflate';
import { mostInflated } from '#imaging/inflate-limits.ts';

/** Deflate expands by at most 1032: no step returns more than 1 MiB before they are counted. */
const STEP_BYTES = 1024;

/**
 * A frame that was deflated separately (1.2.840.10008.1.2.8.1, PS3.5 A.4.13): its `length` inflated bytes, or null if the stream is damaged
 * or too short. Nothing beyond them is inflated, and a length that the input cannot reach is refused [Note: How far deflated bytes may
 * grow].
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
      inflate.push(deflated.subarray(at, at + STEP_BYTES));
      if (isFull()) break;
    }
  } catch {
    // Damage after a complete frame does not matter.
  }
  return isFull() ? frame : null;
}
