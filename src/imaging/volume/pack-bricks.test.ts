import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { parseNiftiHeader, type NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { writeNifti, writeNiftiHeader, type NiftiFile } from '#imaging/nifti/write-nifti.ts';
import { unpackVoxels } from '#imaging/nifti/unpack-voxels.ts';
import { bytesToBrick, type BrickSamples } from './brick-bytes.ts';
import { brickedBy, readBrickIndex } from './brick-file.ts';
import { halved, placeBrick, type Size } from './bricks.ts';
import { packBricks } from './pack-bricks.ts';

/** More than 4 MiB, with a last layer, row and column of bricks that are not whole. */
const DIMS = [130, 140, 131] as const;
const VOXELS = 130 * 140 * 131;
const uneven = (at: number): number => ((at * 7919) % 4001) - 2000;

async function packed(nifti: Uint8Array): Promise<{ object: Uint8Array; tail: number } | null> {
  const packing = packBricks({
    file: createMemorySource(nifti),
    header: headerOf(nifti),
    deflate: (bytes) => deflateRawSync(bytes, { level: 1 }),
  });
  const parts: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await packing.next();
    if (done) return value === null ? null : { object: Buffer.concat(parts), tail: value };
    parts.push(value);
  }
}

function headerOf(nifti: Uint8Array): NiftiHeader {
  const parsed = parseNiftiHeader(nifti);
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.header;
}

function levelOf(object: Uint8Array, tail: number, level: number): BrickSamples {
  const index = readBrickIndex(object.subarray(object.length - tail), object.length)!;
  const { size, bricks } = index.levels[level]!;
  const bytes = (brick: (typeof bricks)[number]) => inflateRawSync(object.subarray(brick.offset, brick.offset + brick.length));
  const [first] = bricks;
  const voxels = new (bytesToBrick(bytes(first!), index.type).constructor as new (length: number) => BrickSamples)(
    size[0] * size[1] * size[2],
  );
  for (const brick of bricks) placeBrick(voxels, size, brick, bytesToBrick(bytes(brick), index.type));
  return voxels;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: BrickSamples): Buffer => Buffer.from(buffer, byteOffset, byteLength);

describe('the object of bricks', { timeout: 30_000 }, () => {
  it.each<[string, NiftiFile]>([
    ['int16', { dims: DIMS, voxel: uneven }],
    ['int16, big endian', { dims: DIMS, voxel: uneven, isLittleEndian: false }],
    ['uint8', { dims: [260, 140, 131], datatype: 2, voxel: (at) => at % 256 }],
    ['float32', { dims: DIMS, datatype: 16, voxel: (at) => uneven(at) / 3 }],
  ])('is the volume, voxel by voxel, and its halves: %s [ANN-54]', async (_, file) => {
    const nifti = writeNifti(file);
    const { object, tail } = (await packed(nifti))!;
    const header = headerOf(nifti);
    const stored = unpackVoxels(nifti.subarray(header.voxelOffset), header.datatype, header.isLittleEndian) as BrickSamples;
    const half = halved(stored, file.dims as unknown as Size);
    const quarter = halved(half.voxels, half.size);
    for (const [level, voxels] of [stored, half.voxels, quarter.voxels].entries()) {
      expect(Buffer.compare(bytesOf(levelOf(object, tail, level)), bytesOf(voxels))).toBe(0);
    }
  });

  it('has the quarter and the index at its end, so that one range opens the volume coarse [ANN-54]', async () => {
    const { object, tail } = (await packed(writeNifti({ dims: DIMS, voxel: uneven })))!;
    const { levels } = readBrickIndex(object.subarray(object.length - tail), object.length)!;
    expect(levels[2]!.bricks[0]!.offset).toBe(object.length - tail);
    expect(tail).toBeLessThan(object.length / 8);
  });

  it('is made of 64 slices at a time', async () => {
    const nifti = writeNifti({ dims: DIMS, voxel: uneven });
    const lengths: number[] = [];
    const file = {
      size: nifti.length,
      read: async (offset: number, length: number) => {
        lengths.push(length);
        return nifti.subarray(offset, offset + length);
      },
    };
    const packing = packBricks({ file, header: headerOf(nifti), deflate: () => new Uint8Array(1) });
    while (!(await packing.next()).done);
    expect(lengths).toEqual([130 * 140 * 64 * 2, 130 * 140 * 64 * 2, 130 * 140 * 3 * 2, 348]);
  });

  it('is refused if its index is damaged, cut off, or that of another object', async () => {
    const { object, tail } = (await packed(writeNifti({ dims: DIMS, voxel: uneven })))!;
    const end = object.slice(object.length - tail);
    expect(readBrickIndex(end, object.length)).not.toBeNull();
    expect(readBrickIndex(end, object.length + 1)).toBeNull();
    expect(readBrickIndex(end.subarray(0, -1), object.length)).toBeNull();
    expect(readBrickIndex(new Uint8Array(5), 5)).toBeNull();
    end[end.length - 40]! ^= 1;
    expect(readBrickIndex(end, object.length)).toBeNull();
  });

  it.each<[string, NiftiFile]>([
    ['small ones', { dims: [64, 64, 64] }],
    ['colours', { dims: [256, 256, 64], datatype: 128 }],
    ['64 bits', { dims: [128, 128, 64], datatype: 64 }],
    ['several volumes', { dims: [64, 64, 64, 10] }],
    ['four slices', { dims: [1024, 1024, 4] }],
  ])('is not made of volumes that are read as a whole: %s', (_, file) => {
    expect(brickedBy(headerOf(writeNiftiHeader(file)))).toBeNull();
  });

  it('is not made of values that are no numbers', async () => {
    const voxel = (at: number): number => (at === VOXELS - 1 ? Number.NaN : 1);
    expect(await packed(writeNifti({ dims: DIMS, datatype: 16, voxel }))).toBeNull();
  });
});
