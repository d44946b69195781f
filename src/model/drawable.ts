import type { InstanceDescription } from './instance.ts';

/** Why this version cannot turn the pixel data of an instance into a picture. It is still sent and converted (PREV-016). */
export type Undrawable =
  | { why: 'no-pixel-data' }
  /** Encapsulated pixel data: the decoder of its transfer syntax is not here. */
  | { why: 'compressed'; transferSyntaxUid: string }
  /** Rows or columns of 0. */
  | { why: 'no-size' }
  | { why: 'unsupported'; detail: 'float' | 'palette' | 'photometric' | 'bits' };

export function isDrawable(description: InstanceDescription): boolean {
  return undrawable(description) === null;
}

export function undrawable(description: InstanceDescription): Undrawable | null {
  const { pixelData, transferSyntaxUid, rows, columns, photometricInterpretation } = description;
  if (!pixelData) return { why: 'no-pixel-data' };
  if (pixelData.encapsulated || !NATIVE_SYNTAXES.has(transferSyntaxUid)) return { why: 'compressed', transferSyntaxUid };
  if (rows === 0 || columns === 0) return { why: 'no-size' };
  if (pixelData.numbers) return { why: 'unsupported', detail: 'float' };
  if (photometricInterpretation === 'PALETTE COLOR') return { why: 'unsupported', detail: 'palette' };
  if (!isGrey(description) && !isColour(description)) return { why: 'unsupported', detail: 'photometric' };
  return hasReadableBits(description) ? null : { why: 'unsupported', detail: 'bits' };
}

/** Implicit little endian, explicit little endian, explicit big endian: numbers that stand in the file as they are. */
const NATIVE_SYNTAXES: ReadonlySet<string> = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2']);

/** Some writers leave the interpretation away; one sample per pixel is grey then. */
function isGrey({ photometricInterpretation, samplesPerPixel }: InstanceDescription): boolean {
  return samplesPerPixel === 1 && ['MONOCHROME1', 'MONOCHROME2', ''].includes(photometricInterpretation);
}

function isColour({ photometricInterpretation, samplesPerPixel }: InstanceDescription): boolean {
  return samplesPerPixel === 3 && ['RGB', 'YBR_FULL', 'YBR_FULL_422'].includes(photometricInterpretation);
}

function hasReadableBits({ samplesPerPixel, bitsAllocated, bitsStored, highBit }: InstanceDescription): boolean {
  const isAllocated = (samplesPerPixel === 1 ? [1, 8, 16, 32] : [8, 16]).includes(bitsAllocated);
  return isAllocated && bitsStored >= 1 && highBit < bitsAllocated && highBit + 1 >= bitsStored;
}
