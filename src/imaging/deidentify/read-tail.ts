import { encapsulatedEnd } from '#imaging/dicom/pixels/encapsulated-end.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';

/** How much is read of a file besides its pixels: the same limit as for reading. */
export const LONGEST_HEADER = HEADER_LIMITS.readSteps.at(-1) ?? 0;

export interface Tail {
  /** The range of the pixel data; null if there is none. */
  pixels: { offset: number; length: number } | null;
  /** What follows it: signatures, padding or stray data. */
  bytes: Uint8Array;
}

export async function readTail({ source, description }: ReadHeader): Promise<Tail | 'damaged' | 'header-too-long'> {
  if (!description.pixelData) return { pixels: null, bytes: new Uint8Array(0) };
  const { offset, length, encapsulated } = description.pixelData;
  const end = encapsulated ? await encapsulatedEnd(source, offset, description.numberOfFrames) : offset + length;
  if (end === null) return 'damaged';
  if (source.size - end > LONGEST_HEADER) return 'header-too-long';
  return { pixels: { offset, length: end - offset }, bytes: await source.read(end, source.size - end) };
}
