import { frameCoding, undrawable, type Undrawable } from '#model/pictures/drawable.ts';
import type { InstanceDescription, PixelDataPlace } from '#model/studies/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { Samples } from '#imaging/frame.ts';
import type { CodecRefusal, DecodedImage } from '#imaging/dicom/codecs/codec.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { readEncapsulatedFrame, type EncapsulatedFrame } from './encapsulated-frame.ts';
import { inflateFrame } from './inflate-frame.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { interleave, spreadChrominance } from './unpack-colour.ts';
import { unpackFloats } from './unpack-floats.ts';
import { keepStoredBits, unpackBits, unpackIntegers } from './unpack-integers.ts';

/** The stored values of one frame, interleaved by pixel; chrominance shared by two pixels is repeated in both. */
export interface StoredFrame {
  samples: Samples;
  /** Colour according to the codestream, where it overrides or clarifies the header; null: the photometric interpretation applies. */
  colour: 'rgb' | 'ybr' | null;
}

export type StoredFrameRead = ({ ok: true } & StoredFrame) | FrameRefusal;

export type FrameRefusal =
  | ({ ok: false } & Undrawable)
  /** Rows x columns x frames do not fit the pixel data. */
  | { ok: false; why: 'wrong-length' }
  | { ok: false; why: 'no-such-frame' }
  | Exclude<EncapsulatedFrame, { ok: true }>
  | { ok: false; why: CodecRefusal };

/**
 * Stored values of one frame (from 0), decoded if compressed. Only the bytes of that frame are read, and nothing is allocated before rows,
 * columns and frames have been checked against the actual length.
 */
export async function readStoredFrame(
  source: ByteSource,
  description: InstanceDescription,
  frame: number,
  codecs: Codecs | null,
): Promise<StoredFrameRead> {
  const { pixelData, numberOfFrames } = description;
  const refusal = undrawable(description);
  if (refusal) return { ok: false, ...refusal };
  if (!pixelData) return { ok: false, why: 'no-pixel-data' };
  const isThere = Number.isInteger(frame) && frame >= 0 && frame < numberOfFrames;
  if (pixelData.encapsulated) {
    return isThere ? readCoded(source, description, pixelData, frame, codecs) : { ok: false, why: 'no-such-frame' };
  }
  if (!fitsPixelData(description, pixelData, source.size)) return { ok: false, why: 'wrong-length' };
  if (!isThere) return { ok: false, why: 'no-such-frame' };
  const frameBits = bitsPerFrame(description);
  const bytes = await readFrameBytes(source, pixelData, frameBits, frame);
  return { ok: true, samples: unpackNative(bytes, description, (frameBits * frame) % 8), colour: null };
}

async function readCoded(
  source: ByteSource,
  description: InstanceDescription,
  pixelData: PixelDataPlace,
  frame: number,
  codecs: Codecs | null,
): Promise<StoredFrameRead> {
  const { transferSyntaxUid, numberOfFrames } = description;
  const coding = frameCoding(transferSyntaxUid);
  if (!coding || (!codecs && coding !== 'deflate')) return { ok: false, why: 'compressed', transferSyntaxUid };
  const coded = await readEncapsulatedFrame(source, pixelData, numberOfFrames, frame);
  if (!coded.ok) return coded;
  if (coding === 'deflate' || !codecs) return readDeflated(coded.bytes, description);
  const decoded = await codecs[coding](coded.bytes, description);
  return decoded.ok ? { ok: true, samples: asHeaderSays(decoded, description), colour: decoded.colour } : decoded;
}

function readDeflated(deflated: Uint8Array, description: InstanceDescription): StoredFrameRead {
  const bytes = inflateFrame(deflated, Math.ceil(bitsPerFrame(description) / 8));
  return bytes ? { ok: true, samples: unpackNative(bytes, description, 0), colour: null } : { ok: false, why: 'damaged' };
}

/** A codestream holds bits; the header tells which are used and which is the sign (PS3.5 8.2). */
function asHeaderSays({ samples, bits }: DecodedImage, description: InstanceDescription): Samples {
  const { bitsAllocated, bitsStored, highBit, pixelRepresentation, rows, columns } = description;
  if (bitsAllocated === 1) return samples.length === rows * columns ? samples : unpackBits(samples as Uint8Array, rows * columns, 0);
  const isSigned = pixelRepresentation === 1 && description.samplesPerPixel === 1;
  const stored = toAllocated(samples, bitsAllocated, isSigned);
  // A codec with as many bits as Bits Stored puts them at the bottom, wherever High Bit is.
  if (bitsStored < bitsAllocated)
    keepStoredBits(stored, isSigned ? 1 : 0, { highBit: bits <= bitsStored ? bitsStored - 1 : highBit, bitsStored });
  return stored;
}

function toAllocated(samples: Samples, bitsAllocated: number, isSigned: boolean): Samples {
  if (bitsAllocated === 8) return isSigned ? Int8Array.from(samples) : Uint8Array.from(samples);
  if (bitsAllocated === 16) return isSigned ? Int16Array.from(samples) : Uint16Array.from(samples);
  return isSigned ? Int32Array.from(samples) : Uint32Array.from(samples);
}

/** Sizes are multiplied as doubles: 65535 x 65535 x 2^31 frames stay exact enough to be found too large. */
export function fitsPixelData(description: InstanceDescription, { offset, length }: PixelDataPlace, fileSize: number): boolean {
  const wholeLength = Math.ceil((bitsPerFrame(description) * description.numberOfFrames) / 8);
  return wholeLength <= length && offset + wholeLength <= fileSize;
}

export function bitsPerFrame(description: InstanceDescription): number {
  const { rows, columns, samplesPerPixel, bitsAllocated, pixelData } = description;
  if (pixelData?.numbers) return rows * columns * (pixelData.numbers === 'float' ? 32 : 64);
  return rows * columns * (isSubsampled(description) ? 2 : samplesPerPixel) * bitsAllocated;
}

/** 4:2:2 keeps two luminances and one pair of chrominances for two pixels (PS3.3 C.7.6.3.1.2). */
export function isSubsampled({ photometricInterpretation }: InstanceDescription): boolean {
  return photometricInterpretation === 'YBR_FULL_422' || photometricInterpretation === 'YBR_PARTIAL_422';
}

async function readFrameBytes(
  source: ByteSource,
  { offset, words }: PixelDataPlace,
  frameBits: number,
  frame: number,
): Promise<Uint8Array> {
  // One-bit frames follow each other without a gap (PS3.5 8.1.1): one may begin inside a byte.
  const start = Math.floor((frameBits * frame) / 8);
  const end = Math.ceil((frameBits * (frame + 1)) / 8);
  if (!words) return source.read(offset + start, end - start);
  const firstWord = start - (start % 2);
  const swapped = swapPairs(await source.read(offset + firstWord, end + (end % 2) - firstWord));
  return swapped.subarray(start - firstWord, end - firstWord);
}

function unpackNative(bytes: Uint8Array, description: InstanceDescription, firstBit: number): Samples {
  const { rows, columns, bitsAllocated, samplesPerPixel, transferSyntaxUid, pixelData, planarConfiguration } = description;
  const isBigEndian = transferSyntaxUid === TRANSFER_SYNTAX.explicitBigEndian;
  if (pixelData?.numbers) return unpackFloats(bytes, rows * columns, pixelData.numbers, isBigEndian);
  if (bitsAllocated === 1) return unpackBits(bytes, rows * columns, firstBit);
  if (samplesPerPixel === 1) return unpackIntegers(bytes, rows * columns, description, isBigEndian);
  const count = rows * columns * (isSubsampled(description) ? 2 : 3);
  const samples = unpackIntegers(bytes, count, { ...description, pixelRepresentation: 0 }, isBigEndian);
  if (isSubsampled(description)) return spreadChrominance(samples);
  return planarConfiguration === 1 ? interleave(samples, 3) : samples;
}

function swapPairs(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    swapped[at] = bytes[at + 1] as number;
    swapped[at + 1] = bytes[at] as number;
  }
  return swapped;
}
