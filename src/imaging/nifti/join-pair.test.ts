import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { headOfJoinedPair, PAIR_HEAD_BYTES } from './join-pair.ts';
import { readNifti } from './read-nifti.ts';
import { writeNifti, writeNiftiVoxels, type NiftiFile } from './write-nifti.ts';

const VOLUME: NiftiFile = { dims: [5, 4, 3], pixdim: [1, 2, 3], slope: 2, voxel: (index) => index * 7 };

function join(header: Uint8Array, image: Uint8Array): Uint8Array {
  const head = headOfJoinedPair(header);
  expect(head).not.toBeNull();
  return new Uint8Array(Buffer.concat([head!, image]));
}

describe('a pair as one file', () => {
  it.each([
    { version: 1, isLittleEndian: true },
    { version: 1, isLittleEndian: false },
    { version: 2, isLittleEndian: true },
    { version: 2, isLittleEndian: false },
  ] as const)('contains the volume of the pair: %o', async (kind) => {
    const written = { ...VOLUME, ...kind };
    const header = writeNifti({ ...written, isPair: true, voxelOffset: 0 });
    const image = writeNiftiVoxels(written);
    const pair = await readNifti(createMemorySource(header), createMemorySource(image));
    const one = await readNifti(createMemorySource(join(header, image)));
    if (!pair.ok || !one.ok) throw new Error('not read');
    const offset = kind.version === 1 ? 352 : 544;
    expect(one.header).toEqual({ ...pair.header, isPair: false, voxelOffset: offset });
    expect(await one.voxels.read(offset, image.length)).toEqual(image);
  });

  it('keeps the extensions of the header, and the data before the voxels', async () => {
    const alone = writeNifti({ ...VOLUME, isPair: true, voxelOffset: 32 });
    const header = new Uint8Array(352 + 16 + 3);
    header.set(alone.subarray(0, 348));
    header.set([1, 0, 0, 0, 16, 0, 0, 0, 6, 0, 0, 0], 348);
    const image = Buffer.concat([new Uint8Array(32), writeNiftiVoxels(VOLUME)]);
    const whole = join(header, image);
    expect(whole.subarray(348, 364)).toEqual(header.subarray(348, 364));
    const one = await readNifti(createMemorySource(whole));
    expect(one).toMatchObject({ ok: true, header: { voxelOffset: 384 + 32 } });
  });

  it('is not made from single files, ANALYZE, half a header or other files', () => {
    const header = writeNifti({ ...VOLUME, isPair: true, voxelOffset: 0 });
    const analyze = header.slice();
    analyze.fill(0, 344);
    for (const other of [writeNifti(VOLUME), analyze, header.subarray(0, 200), new Uint8Array(0)])
      expect(headOfJoinedPair(other)).toBeNull();
    const endless = new Uint8Array(PAIR_HEAD_BYTES + 1);
    endless.set(header);
    expect(headOfJoinedPair(endless)).toBeNull();
  });

  it('is not made when the voxel offset cannot be stored exactly', () => {
    expect(headOfJoinedPair(writeNifti({ ...VOLUME, isPair: true, voxelOffset: 2 ** 24 - 352 }))).not.toBeNull();
    expect(headOfJoinedPair(writeNifti({ ...VOLUME, isPair: true, voxelOffset: 2 ** 25 - 2 }))).toBeNull();
  });
});
