import { undrawable } from '#model/pictures/drawable.ts';
import type { PictureBox } from '#model/pictures/burned-in.ts';
import type { InstanceDescription, PixelDataPlace } from '#model/studies/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { readLookupTable } from '#imaging/dicom/pixels/lookup-tables.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { bitsPerFrame, fitsPixelData, isSubsampled } from '#imaging/dicom/pixels/stored-frame.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';

/**
 * The pixel data of an instance with redaction boxes painted black in every frame. Nothing else changes, except that a box is up to one
 * pixel wider where two pixels share their chrominance (4:2:2). Compressed pixel data would have to be re-encoded, and an unknown layout
 * cannot be painted: both are refused.
 */
export async function blackOut({ source, description }: ReadHeader, boxes: readonly PictureBox[]): Promise<BlackedOut> {
  const { pixelData } = description;
  if (!pixelData || pixelData.encapsulated) return { ok: false, why: 'boxes-compressed' };
  const isKnown = undrawable(description) === null && !pixelData.numbers && !description.mosaicTiles;
  const black = isKnown && fitsPixelData(description, pixelData, source.size) ? await blackSamples(source, description) : null;
  if (!black) return { ok: false, why: 'boxes-layout' };
  const layout = layoutOf(description, pixelData, black);
  return { ok: true, source: paintedSource(source, pixelData, layout, boxes), pieces: piecesOf(pixelData, layout, boxes) };
}

export type BlackedOut =
  | { ok: true; source: ByteSource; pieces: PixelPiece[] }
  /** Compressed, or samples of an unknown order, size or colour. */
  | { ok: false; why: 'boxes-compressed' | 'boxes-layout' };

/** A range of the source; with `isPainted` it contains black, so it is not an original range. */
export interface PixelPiece {
  offset: number;
  length: number;
  isPainted?: true;
}

/** The value shown as black, one per sample; null: unknown. */
async function blackSamples(source: ByteSource, description: InstanceDescription): Promise<readonly number[] | null> {
  const { photometricInterpretation, bitsStored, rescaleSlope } = description;
  switch (photometricInterpretation) {
    case '':
    case 'MONOCHROME1':
    case 'MONOCHROME2':
      return [darkestGrey(description, (photometricInterpretation === 'MONOCHROME1') !== rescaleSlope < 0)];
    case 'PALETTE COLOR':
      return darkestOfPalette(source, description);
    case 'RGB':
      return [0, 0, 0];
    case 'YBR_FULL':
      return [0, 2 ** (bitsStored - 1), 2 ** (bitsStored - 1)];
    // Two luminances, and the chrominance of both (PS3.3 C.7.6.3.1.2).
    case 'YBR_FULL_422':
      return [0, 0, 2 ** (bitsStored - 1), 2 ** (bitsStored - 1)];
    case 'YBR_PARTIAL_422':
      return [2 ** (bitsStored - 4), 2 ** (bitsStored - 4), 2 ** (bitsStored - 1), 2 ** (bitsStored - 1)];
    default:
      return null;
  }
}

/** The lowest or highest stored value, sign-extended into the unused bits for readers that do not mask them. */
function darkestGrey({ bitsStored, pixelRepresentation }: InstanceDescription, isInverted: boolean): number {
  if (pixelRepresentation === 0) return isInverted ? 2 ** bitsStored - 1 : 0;
  return isInverted ? 2 ** (bitsStored - 1) - 1 : -(2 ** (bitsStored - 1));
}

async function darkestOfPalette(source: ByteSource, { palette, bitsStored, pixelRepresentation }: InstanceDescription) {
  if (!palette || pixelRepresentation === 1) return null;
  const brightness = new Map<number, number>();
  for (const place of [palette.red, palette.green, palette.blue]) {
    const table = await readLookupTable(source, place);
    if (!table) return null;
    table.values.forEach((value, entry) => {
      const stored = table.first + entry;
      brightness.set(stored, (brightness.get(stored) ?? 0) + value / table.highest);
    });
  }
  const stored = [...brightness].filter(([value]) => value >= 0 && value < 2 ** bitsStored);
  const [darkest] = stored.toSorted(([, a], [, b]) => a - b);
  return darkest ? [darkest[0]] : null;
}

interface Layout {
  frames: number;
  frameBits: number;
  columns: number;
  /** Runs of steps, one after the other; each colour plane has its own. */
  planes: readonly { firstBit: number; step: Uint8Array }[];
  stepBits: number;
  pixelsPerStep: number;
  /** 8-bit samples are stored in swapped pairs. */
  isSwapped: boolean;
}

function layoutOf(description: InstanceDescription, pixelData: PixelDataPlace, black: readonly number[]): Layout {
  const { rows, columns, bitsAllocated, numberOfFrames, planarConfiguration } = description;
  const frameBits = bitsPerFrame(description);
  const isPlanar = planarConfiguration === 1 && black.length === 3;
  const steps = isPlanar ? black.map((sample) => [sample]) : [black];
  return {
    // Includes frames that exist but that the header does not count.
    frames: Math.max(numberOfFrames, Math.floor((pixelData.length * 8) / frameBits)),
    frameBits,
    columns,
    planes: steps.map((step, n) => ({ firstBit: n * rows * columns * bitsAllocated, step: bytesOf(step, description) })),
    stepBits: bitsAllocated * (steps[0]?.length ?? 0),
    pixelsPerStep: isSubsampled(description) ? 2 : 1,
    isSwapped: pixelData.words !== undefined,
  };
}

/** Samples as stored: at their bit position, in the byte order of the file. With one bit per pixel, a byte here is one bit. */
function bytesOf(samples: readonly number[], { bitsAllocated, bitsStored, highBit, transferSyntaxUid }: InstanceDescription): Uint8Array {
  if (bitsAllocated === 1) return Uint8Array.from(samples, (sample) => sample & 1);
  const width = bitsAllocated / 8;
  const bytes = new Uint8Array(samples.length * width);
  samples.forEach((sample, n) => {
    let left = BigInt.asUintN(bitsAllocated, BigInt(sample) << BigInt(highBit + 1 - bitsStored));
    for (let byte = 0; byte < width; byte += 1, left >>= 8n) {
      const at = transferSyntaxUid === TRANSFER_SYNTAX.explicitBigEndian ? width - 1 - byte : byte;
      bytes[n * width + at] = Number(left & 0xffn);
    }
  });
  return bytes;
}

interface Run {
  /** In bits, from the start of the pixel data. */
  from: number;
  to: number;
  step: Uint8Array;
}

/** Each row of each box, in frames `first` to `last`. */
function* runs(layout: Layout, boxes: readonly PictureBox[], first: number, last: number): Generator<Run> {
  const { frameBits, columns, planes, stepBits, pixelsPerStep } = layout;
  for (let frame = first; frame <= Math.min(last, layout.frames - 1); frame += 1) {
    for (const { firstBit, step } of planes) {
      for (const box of boxes) {
        for (let row = box.row; row < box.row + box.rows; row += 1) {
          const pixel = row * columns + box.column;
          const begin = frame * frameBits + firstBit;
          const from = begin + Math.floor(pixel / pixelsPerStep) * stepBits;
          yield { from, to: begin + Math.ceil((pixel + box.columns) / pixelsPerStep) * stepBits, step };
        }
      }
    }
  }
}

/** Unchanged and painted ranges in order. Rows close together become one piece, because a piece costs more than its bytes. */
function piecesOf({ offset, length }: PixelDataPlace, layout: Layout, boxes: readonly PictureBox[]): PixelPiece[] {
  const joined: { from: number; to: number }[] = [];
  for (let frame = 0; frame < layout.frames; frame += 1) {
    const ranges = Array.from(runs(layout, boxes, frame, frame), ({ from, to }) => byteRange(layout, from, to));
    for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
      const before = joined.at(-1);
      if (before && range.from - before.to < CLOSE_BYTES) before.to = Math.max(before.to, range.to);
      else joined.push(range);
    }
  }
  const pieces: PixelPiece[] = [];
  let at = 0;
  for (const { from, to } of joined) {
    const end = Math.min(to, length);
    if (from > at) pieces.push({ offset: offset + at, length: from - at });
    pieces.push({ offset: offset + from, length: end - from, isPainted: true });
    at = end;
  }
  if (length > at) pieces.push({ offset: offset + at, length: length - at });
  return pieces;
}

const CLOSE_BYTES = 16 * 1024;

function byteRange({ isSwapped }: Layout, fromBit: number, toBit: number): { from: number; to: number } {
  const [from, to] = [Math.floor(fromBit / 8), Math.ceil(toBit / 8)];
  return isSwapped ? { from: from - (from % 2), to: to + (to % 2) } : { from, to };
}

function paintedSource(source: ByteSource, { offset, length }: PixelDataPlace, layout: Layout, boxes: readonly PictureBox[]): ByteSource {
  return {
    size: source.size,
    async read(at, count) {
      const read = await source.read(at, count);
      const begin = at - offset;
      if (begin + read.length <= 0 || begin >= length) return read;
      // A copy, because the source may still use these bytes elsewhere.
      const bytes = new Uint8Array(read);
      const first = Math.max(0, Math.floor(((begin - 1) * 8) / layout.frameBits));
      const last = Math.floor(((begin + bytes.length + 1) * 8) / layout.frameBits);
      for (const run of runs(layout, boxes, first, last)) paint(bytes, begin, run, layout);
      return bytes;
    },
  };
}

/** `begin`: where the bytes start in the pixel data. */
function paint(bytes: Uint8Array, begin: number, run: Run, layout: Layout): void {
  const { from, to } = byteRange(layout, run.from, run.to);
  if (to <= begin || from >= begin + bytes.length) return;
  const placeOf = (byte: number): number => (layout.isSwapped ? (byte ^ 1) - begin : byte - begin);
  if (layout.stepBits === 1) return paintBits(bytes, run, placeOf);
  const { step } = run;
  const first = run.from / 8;
  for (let byte = first; byte < run.to / 8; byte += 1) {
    const at = placeOf(byte);
    if (at >= 0 && at < bytes.length) bytes[at] = step[(byte - first) % step.length] as number;
  }
}

/** The lowest bit of a byte is the first (PS3.5 8.1.1). */
function paintBits(bytes: Uint8Array, { from, to, step }: Run, placeOf: (byte: number) => number): void {
  for (let bit = from; bit < to; bit += 1) {
    const at = placeOf(Math.floor(bit / 8));
    if (at < 0 || at >= bytes.length) continue;
    const mask = 1 << (bit % 8);
    bytes[at] = step[0] === 1 ? (bytes[at] as number) | mask : (bytes[at] as number) & ~mask;
  }
}
