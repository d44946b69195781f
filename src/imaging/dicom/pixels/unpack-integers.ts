import type { InstanceDescription } from '#model/studies/instance.ts';
import type { Samples } from '#imaging/frame.ts';

type IntegerFormat = Pick<InstanceDescription, 'bitsAllocated' | 'bitsStored' | 'highBit' | 'pixelRepresentation'>;

/** Integers of 8, 16 or 32 allocated bits, with `bitsStored` used bits up to `highBit`; the rest may hold overlays and is masked. */
export function unpackIntegers(bytes: Uint8Array, count: number, format: IntegerFormat, isBigEndian: boolean): Samples {
  const samples = readIntegers(bytes, count, format, isBigEndian);
  const { bitsAllocated, bitsStored, highBit } = format;
  if (bitsStored < bitsAllocated) keepStoredBits(samples, format.pixelRepresentation, { highBit, bitsStored });
  return samples;
}

function readIntegers(
  bytes: Uint8Array,
  count: number,
  { bitsAllocated, pixelRepresentation }: IntegerFormat,
  isBigEndian: boolean,
): Samples {
  const isSigned = pixelRepresentation === 1;
  // A copy, because the source's bytes may be unaligned or shared. Not `slice`, which does not copy a Node Buffer.
  const buffer = new Uint8Array(bytes.subarray(0, (count * bitsAllocated) / 8));
  if (isBigEndian) reverseEach(buffer, bitsAllocated / 8);
  if (bitsAllocated === 8) return isSigned ? new Int8Array(buffer.buffer) : buffer;
  if (bitsAllocated === 16) return isSigned ? new Int16Array(buffer.buffer) : new Uint16Array(buffer.buffer);
  return isSigned ? new Int32Array(buffer.buffer) : new Uint32Array(buffer.buffer);
}

/** Shifts to the top of 32 bits and back: an arithmetic shift extends the sign. */
export function keepStoredBits(
  samples: Samples,
  pixelRepresentation: 0 | 1,
  { highBit, bitsStored }: Pick<IntegerFormat, 'highBit' | 'bitsStored'>,
): void {
  const up = 32 - 1 - highBit;
  const down = 32 - bitsStored;
  if (pixelRepresentation === 1) {
    for (let index = 0; index < samples.length; index += 1) samples[index] = ((samples[index] as number) << up) >> down;
  } else {
    for (let index = 0; index < samples.length; index += 1) samples[index] = ((samples[index] as number) << up) >>> down;
  }
}

function reverseEach(bytes: Uint8Array, width: number): void {
  for (let at = 0; at + width <= bytes.length; at += width) bytes.subarray(at, at + width).reverse();
}

/** One bit per pixel, the lowest bit of a byte first (PS3.5 8.1.1). */
export function unpackBits(bytes: Uint8Array, count: number, firstBit: number): Uint8Array {
  const samples = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const bit = firstBit + index;
    samples[index] = ((bytes[bit >> 3] as number) >> (bit & 7)) & 1;
  }
  return samples;
}
