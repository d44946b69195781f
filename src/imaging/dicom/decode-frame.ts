import { undrawable, type Undrawable } from '#model/drawable.ts';
import type { InstanceDescription, PixelDataPlace } from '#model/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { Frame } from '#imaging/frame.ts';
import { unpackColour } from './unpack-colour.ts';
import { unpackBits, unpackIntegers } from './unpack-integers.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';

/**
 * The stored values of one frame (from 0) of uncompressed pixel data. Only the bytes of that frame are read, and nothing is allocated before
 * rows, columns and frames have been held against the length that is really there.
 */
export async function decodeFrame(source: ByteSource, description: InstanceDescription, frame: number): Promise<DecodedFrame> {
  const { pixelData, numberOfFrames } = description;
  const refusal = undrawable(description);
  if (refusal) return { ok: false, ...refusal };
  if (!pixelData || !fitsPixelData(description, pixelData, source.size)) return { ok: false, why: 'wrong-length' };
  if (!Number.isInteger(frame) || frame < 0 || frame >= numberOfFrames) return { ok: false, why: 'no-such-frame' };
  const frameBits = bitsPerFrame(description);
  const bytes = await readFrameBytes(source, pixelData, frameBits, frame);
  return { ok: true, frame: unpackFrame(bytes, description, (frameBits * frame) % 8) };
}

export type DecodedFrame =
  | { ok: true; frame: Frame }
  | ({ ok: false } & Undrawable)
  /** Rows x columns x frames do not fit the pixel data. */
  | { ok: false; why: 'wrong-length' }
  | { ok: false; why: 'no-such-frame' };

/** Sizes are multiplied as doubles: 65535 x 65535 x 2^31 frames stay exact enough to be found too large. */
function fitsPixelData(description: InstanceDescription, { offset, length }: PixelDataPlace, fileSize: number): boolean {
  const wholeLength = Math.ceil((bitsPerFrame(description) * description.numberOfFrames) / 8);
  return wholeLength <= length && offset + wholeLength <= fileSize;
}

function bitsPerFrame({ rows, columns, samplesPerPixel, bitsAllocated, photometricInterpretation }: InstanceDescription): number {
  // 4:2:2 keeps two luminances and one pair of chrominances for two pixels (PS3.3 C.7.6.3.1.2).
  const samples = photometricInterpretation === 'YBR_FULL_422' ? 2 : samplesPerPixel;
  return rows * columns * samples * bitsAllocated;
}

async function readFrameBytes(
  source: ByteSource,
  { offset, words }: PixelDataPlace,
  frameBits: number,
  frame: number,
): Promise<Uint8Array> {
  // Frames of one bit per pixel follow each other without a gap (PS3.5 8.1.1): one may begin inside a byte.
  const start = Math.floor((frameBits * frame) / 8);
  const end = Math.ceil((frameBits * (frame + 1)) / 8);
  if (!words) return source.read(offset + start, end - start);
  const firstWord = start - (start % 2);
  const swapped = swapPairs(await source.read(offset + firstWord, end + (end % 2) - firstWord));
  return swapped.subarray(start - firstWord, end - firstWord);
}

function unpackFrame(bytes: Uint8Array, description: InstanceDescription, firstBit: number): Frame {
  const { rows, columns, bitsAllocated, photometricInterpretation, transferSyntaxUid } = description;
  const isBigEndian = transferSyntaxUid === TRANSFER_SYNTAX.explicitBigEndian;
  if (description.samplesPerPixel === 3) return unpackColour(bytes, description, isBigEndian);
  const isInverted = photometricInterpretation === 'MONOCHROME1';
  if (bitsAllocated === 1) return { kind: 'grey', rows, columns, samples: unpackBits(bytes, rows * columns, firstBit), isInverted };
  return { kind: 'grey', rows, columns, samples: unpackIntegers(bytes, rows * columns, description, isBigEndian), isInverted };
}

function swapPairs(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    swapped[at] = bytes[at + 1] as number;
    swapped[at + 1] = bytes[at] as number;
  }
  return swapped;
}
