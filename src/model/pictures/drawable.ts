import type { InstanceDescription } from '#model/studies/instance.ts';

/** Why this version cannot draw the pixel data of an instance. It is still sent and converted (PREV-016). */
export type Undrawable =
  | { why: 'no-pixel-data' }
  /** Encapsulated pixel data without a decoder for its transfer syntax. */
  | { why: 'compressed'; transferSyntaxUid: string }
  /** Rows or columns of 0. */
  | { why: 'no-size' }
  /** One compressed frame would need too much memory for a tab: its length does not tell its decoded size. */
  | { why: 'too-large' }
  | { why: 'unsupported'; detail: 'palette' | 'photometric' | 'bits' };

/** Maximum samples of one frame: the largest radiographs have 50 million. */
const MOST_SAMPLES = 2 ** 26;

export function isDrawable(description: InstanceDescription): boolean {
  return undrawable(description) === null;
}

export function undrawable(description: InstanceDescription): Undrawable | null {
  // NIfTI that cannot be drawn is not accepted.
  if (description.type === 'nii') return null;
  const { pixelData, transferSyntaxUid, rows, columns, samplesPerPixel } = description;
  if (!pixelData) return { why: 'no-pixel-data' };
  const isCoded = pixelData.encapsulated || !NATIVE_SYNTAXES.has(transferSyntaxUid);
  if (isCoded && (!pixelData.encapsulated || !frameCoding(transferSyntaxUid))) return { why: 'compressed', transferSyntaxUid };
  if (rows === 0 || columns === 0) return { why: 'no-size' };
  if (pixelData.encapsulated && rows * columns * samplesPerPixel > MOST_SAMPLES) return { why: 'too-large' };
  if (isPalette(description) && !description.palette) return { why: 'unsupported', detail: 'palette' };
  if (!isGrey(description) && !isPalette(description) && !isColour(description)) return { why: 'unsupported', detail: 'photometric' };
  return hasReadableBits(description) ? null : { why: 'unsupported', detail: 'bits' };
}

/** Encodings of a frame, each with a decoder in src/imaging/dicom/codecs. */
export type FrameCoding = 'jpeg' | 'jpeg-ls' | 'jpeg-2000' | 'rle' | 'deflate';

export function frameCoding(transferSyntaxUid: string): FrameCoding | null {
  return FRAME_CODINGS[transferSyntaxUid] ?? null;
}

/** Transfer syntaxes of encapsulated frames (PS3.5 A.4): JPEG baseline, extended, the retired progressive ones, and lossless; JPEG-LS, JPEG 2000 and HTJ2K; RLE; deflated frames. */
const FRAME_CODINGS: Record<string, FrameCoding> = {
  '1.2.840.10008.1.2.4.50': 'jpeg',
  '1.2.840.10008.1.2.4.51': 'jpeg',
  '1.2.840.10008.1.2.4.53': 'jpeg',
  '1.2.840.10008.1.2.4.55': 'jpeg',
  '1.2.840.10008.1.2.4.57': 'jpeg',
  '1.2.840.10008.1.2.4.70': 'jpeg',
  '1.2.840.10008.1.2.4.80': 'jpeg-ls',
  '1.2.840.10008.1.2.4.81': 'jpeg-ls',
  '1.2.840.10008.1.2.4.90': 'jpeg-2000',
  '1.2.840.10008.1.2.4.91': 'jpeg-2000',
  '1.2.840.10008.1.2.4.201': 'jpeg-2000',
  '1.2.840.10008.1.2.4.202': 'jpeg-2000',
  '1.2.840.10008.1.2.4.203': 'jpeg-2000',
  '1.2.840.10008.1.2.5': 'rle',
  '1.2.840.10008.1.2.8.1': 'deflate',
};

/** Implicit little endian, explicit little endian, its deflated form (inflated by the reader), explicit big endian: native pixels. */
const NATIVE_SYNTAXES: ReadonlySet<string> = new Set([
  '1.2.840.10008.1.2',
  '1.2.840.10008.1.2.1',
  '1.2.840.10008.1.2.1.99',
  '1.2.840.10008.1.2.2',
]);

/** Some writers omit the photometric interpretation; one sample per pixel is then grey. */
function isGrey({ photometricInterpretation, samplesPerPixel }: InstanceDescription): boolean {
  return samplesPerPixel === 1 && ['MONOCHROME1', 'MONOCHROME2', ''].includes(photometricInterpretation);
}

function isPalette({ photometricInterpretation, samplesPerPixel }: InstanceDescription): boolean {
  return samplesPerPixel === 1 && photometricInterpretation === 'PALETTE COLOR';
}

const COLOURS = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_PARTIAL_422', 'YBR_RCT', 'YBR_ICT'];

function isColour({ photometricInterpretation, samplesPerPixel }: InstanceDescription): boolean {
  return samplesPerPixel === 3 && COLOURS.includes(photometricInterpretation);
}

function hasReadableBits({ samplesPerPixel, bitsAllocated, bitsStored, highBit, pixelData }: InstanceDescription): boolean {
  if (pixelData?.numbers) return samplesPerPixel === 1 && !pixelData.encapsulated;
  const isAllocated = (samplesPerPixel === 1 ? [1, 8, 16, 32] : [8, 16, 32]).includes(bitsAllocated);
  return isAllocated && bitsStored >= 1 && highBit < bitsAllocated && highBit + 1 >= bitsStored;
}
