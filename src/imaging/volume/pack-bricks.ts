import type { ByteSource } from '#imaging/byte-source.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { unpackVoxels } from '#imaging/nifti/unpack-voxels.ts';
import { crc32 } from '#model/crc32.ts';
import { brickToBytes, type BrickSamples } from './brick-bytes.ts';
import { brickedBy, COARSE, LEVELS, writeBrickIndex, type StoredBrick } from './brick-file.ts';
import { BRICK_EDGE, bricksOf, cutBrick, halved, sizeAt, type Size } from './bricks.ts';

interface Packing {
  /** Of the volume's file, uncompressed. */
  file: ByteSource;
  header: NiftiHeader;
  /** Without a header of its own (RFC 1951). */
  deflate: (bytes: Uint8Array) => Uint8Array;
}

/**
 * The bytes of the object of bricks, piece by piece [Note: The object of bricks]. 64 slices are in memory at a time, and the packed half and quarter
 * levels. Returns the length of the tail; null if the volume cannot be stored in bricks after all, because it has values that are no numbers.
 */
export async function* packBricks({ file, header, deflate }: Packing): AsyncGenerator<Uint8Array, number | null> {
  const bricked = brickedBy(header);
  if (bricked === null) return null;
  const [columns, rows, slices] = bricked.size;
  const levels = Array.from({ length: LEVELS }, (_, level) => new LevelPacker(sizeAt(bricked.size, level), deflate));
  const [full, ...smaller] = levels as [LevelPacker, ...LevelPacker[]];
  const sliceBytes = columns * rows * header.datatype.bytesPerVoxel;
  for (let from = 0; from < slices; from += BRICK_EDGE) {
    const count = Math.min(BRICK_EDGE, slices - from);
    const bytes = await file.read(header.voxelOffset + from * sliceBytes, count * sliceBytes);
    if (bytes.length < count * sliceBytes) throw new Error('The volume is shorter than its header says');
    if (header.datatype.name === 'float32' && !areFinite(bytes, header.isLittleEndian)) return null;
    let samples = unpackVoxels(bytes, header.datatype, header.isLittleEndian) as BrickSamples;
    let size: Size = [columns, rows, count];
    full.pack(samples, count);
    yield* full.takePacked();
    for (const level of smaller) {
      ({ voxels: samples, size } = halved(samples, size));
      level.add(samples, size[2]);
    }
  }
  let tail = 0;
  for (const [level, packer] of levels.entries()) {
    packer.end();
    for (const bytes of packer.takePacked()) {
      if (level === COARSE) tail += bytes.length;
      yield bytes;
    }
  }
  const index = writeBrickIndex(
    await file.read(0, header.version === 1 ? 348 : 540),
    levels.flatMap(({ stored }) => stored),
  );
  yield index;
  return tail + index.length;
}

/** Packs the bricks of a level. */
class LevelPacker {
  readonly stored: StoredBrick[] = [];
  readonly #size: Size;
  readonly #deflate: (bytes: Uint8Array) => Uint8Array;
  #packed: Uint8Array[] = [];
  #waiting: BrickSamples | null = null;
  #slices = 0;

  constructor(size: Size, deflate: (bytes: Uint8Array) => Uint8Array) {
    this.#size = size;
    this.#deflate = deflate;
  }

  /** Collects slices until they fill a layer of bricks. */
  add(samples: BrickSamples, slices: number): void {
    const [columns, rows] = this.#size;
    this.#waiting ??= new (samples.constructor as new (length: number) => BrickSamples)(columns * rows * BRICK_EDGE);
    this.#waiting.set(samples, this.#slices * columns * rows);
    this.#slices += slices;
    if (this.#slices === BRICK_EDGE) this.end();
  }

  end(): void {
    if (this.#waiting === null || this.#slices === 0) return;
    this.pack(this.#waiting, this.#slices);
    this.#slices = 0;
  }

  /** What was packed since the last call. */
  takePacked(): Uint8Array[] {
    const packed = this.#packed;
    this.#packed = [];
    return packed;
  }

  /** A layer of bricks; only the last one may have fewer slices than a brick. */
  pack(samples: BrickSamples, slices: number): void {
    const size: Size = [this.#size[0], this.#size[1], slices];
    for (const brick of bricksOf(size)) {
      const bytes = this.#deflate(brickToBytes(cutBrick(samples, size, brick)));
      this.stored.push({ length: bytes.length, crc: crc32(bytes) });
      this.#packed.push(bytes);
    }
  }
}

/** Readers replace what is no number slice by slice, which bricks cannot. */
function areFinite(bytes: Uint8Array, isLittleEndian: boolean): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += 4) if (!Number.isFinite(view.getFloat32(at, isLittleEndian))) return false;
  return true;
}
