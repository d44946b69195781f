import { parseNiftiHeader, type NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { crc32 } from '#model/crc32.ts';
import type { BrickType } from './brick-bytes.ts';
import { bricksOf, sizeAt, type Brick, type Size } from './bricks.ts';

/**
 * [Note: The object of bricks]
 *
 * All bricks of a volume in one object, so that each is a range of bytes: those of the full resolution, of the half, of the quarter, and the index. A
 * writer that goes through the volume once knows the index last. The tail (quarter and index) is what a reader asks for first. Numbers are little
 * endian, of 32 bits.
 *
 *     index: 'LSBRICKS', version, length of the NIfTI header, number of bricks; the header; length and CRC-32 of each brick as stored;
 *            CRC-32 of all before; length of the index
 */
const MAGIC = 'LSBRICKS';
const VERSION = 1;
const HEAD_BYTES = 20;
const ENTRY_BYTES = 8;
const END_BYTES = 8;

/** Full, half and quarter resolution. */
export const LEVELS = 3;
export const COARSE = LEVELS - 1;

/** A smaller volume is read as a whole as fast. */
const FEWEST_BYTES = 4 * 1024 ** 2;
/** 64 slices are in memory at a time: those of 2048 x 2048 voxels of 8 bits fit. */
const MOST_SLAB_BYTES = 256 * 1024 ** 2;

/** Of a brick as stored. */
export interface StoredBrick {
  length: number;
  crc: number;
}

/** What the bricks of a volume are made of. */
export interface Bricked {
  /** In the order of the file: columns, rows, slices. */
  size: Size;
  type: BrickType;
}

/**
 * Null: the volume is read as a whole. So are colours, values of 64 bits, several volumes in one file, volumes too thin for a coarse one, small ones,
 * and those with the largest slices.
 */
export function brickedBy({ columns, rows, slices, volumes, datatype, voxelBytes, isPair }: NiftiHeader): Bricked | null {
  const { name, bytesPerVoxel } = datatype;
  if (!isBrickType(name) || volumes > 1 || isPair || voxelBytes < FEWEST_BYTES) return null;
  if (columns * rows * bytesPerVoxel * 64 > MOST_SLAB_BYTES || sizeAt([columns, rows, slices], COARSE)[2] < 2) return null;
  return { size: [columns, rows, slices], type: name };
}

const TYPES: ReadonlySet<string> = new Set<BrickType>(['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'float32']);
const isBrickType = (name: string): name is BrickType => TYPES.has(name);

/** `header`: the first bytes of the volume's file. `bricks`: in the order of the object. */
export function writeBrickIndex(header: Uint8Array, bricks: readonly StoredBrick[]): Uint8Array<ArrayBuffer> {
  const length = indexBytes(header.length, bricks.length);
  const index = new Uint8Array(length);
  const view = new DataView(index.buffer);
  index.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, header.length, true);
  view.setUint32(16, bricks.length, true);
  index.set(header, HEAD_BYTES);
  for (const [number, { length: bytes, crc }] of bricks.entries()) {
    view.setUint32(HEAD_BYTES + header.length + ENTRY_BYTES * number, bytes, true);
    view.setUint32(HEAD_BYTES + header.length + ENTRY_BYTES * number + 4, crc, true);
  }
  view.setUint32(length - END_BYTES, crc32(index.subarray(0, length - END_BYTES)), true);
  view.setUint32(length - 4, length, true);
  return index;
}

const indexBytes = (header: number, bricks: number): number => HEAD_BYTES + header + ENTRY_BYTES * bricks + END_BYTES;

/** A brick and where it is in the object. */
export interface PlacedBrick extends Brick, StoredBrick {
  offset: number;
}

export interface BrickIndex extends Bricked {
  header: NiftiHeader;
  /** Of each level, full resolution first. */
  levels: readonly { size: Size; bricks: readonly PlacedBrick[] }[];
}

/** Reads the index at the end of the last bytes of an object of this size. Null if it is damaged, or not that of such an object. */
export function readBrickIndex(tail: Uint8Array, objectSize: number): BrickIndex | null {
  const index = takeIndex(tail);
  if (index === null) return null;
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  const headerLength = view.getUint32(12, true);
  const count = view.getUint32(16, true);
  if (indexBytes(headerLength, count) !== index.length) return null;
  const parsed = parseNiftiHeader(index.subarray(HEAD_BYTES, HEAD_BYTES + headerLength));
  const bricked = parsed.ok ? brickedBy(parsed.header) : null;
  if (!parsed.ok || bricked === null) return null;
  let [number, offset] = [0, 0];
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const size = sizeAt(bricked.size, level);
    const bricks = bricksOf(size).map((brick): PlacedBrick => {
      const at = HEAD_BYTES + headerLength + ENTRY_BYTES * number;
      const [length, crc] = number < count ? [view.getUint32(at, true), view.getUint32(at + 4, true)] : [0, 0];
      const placed = { ...brick, offset, length, crc };
      [number, offset] = [number + 1, offset + length];
      return placed;
    });
    return { size, bricks };
  });
  return number === count && offset + index.length === objectSize ? { ...bricked, header: parsed.header, levels } : null;
}

function takeIndex(tail: Uint8Array): Uint8Array | null {
  if (tail.length < indexBytes(0, 0)) return null;
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const length = view.getUint32(tail.length - 4, true);
  if (length < indexBytes(0, 0) || length > tail.length) return null;
  const index = tail.subarray(tail.length - length);
  const isOurs = new TextDecoder('latin1').decode(index.subarray(0, 8)) === MAGIC;
  const [version, crc] = [8 - length, -END_BYTES].map((at) => view.getUint32(tail.length + at, true));
  return isOurs && version === VERSION && crc === crc32(index.subarray(0, length - END_BYTES)) ? index : null;
}
