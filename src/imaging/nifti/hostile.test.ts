import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { decodeNiftiSlice } from './decode-slice.ts';
import { readNifti } from './read-nifti.ts';
import { writeNifti, type NiftiFile } from './write-nifti.ts';

const read = (bytes: Uint8Array) => readNifti(createMemorySource(bytes));
const SMALL: NiftiFile = { dims: [4, 5, 6] };

/** A header that says something else than the voxels behind it. */
function lying(file: NiftiFile): Uint8Array<ArrayBuffer> {
  const bytes = writeNifti(SMALL);
  bytes.set(writeNifti({ ...file, isPair: true, voxelOffset: file.voxelOffset ?? 352 }).subarray(0, 344));
  return bytes;
}

describe('an inconsistent header is refused by name', () => {
  it.each([
    ['32767^7 voxels', { dims: Array(7).fill(32767) }, 'unsupported'],
    ['more voxels than the file has bytes', { dims: [32767, 32767, 1] }, 'cut-off'],
    ['a negative length', { dims: [4, -5, 6] }, 'unsupported'],
    ['a length of 0', { dims: [0, 5, 6] }, 'unsupported'],
    ['no dimension', { dims: [4, 5, 6], count: 0 }, 'unsupported'],
    ['a negative number of dimensions', { dims: [4, 5, 6], count: -3 }, 'unsupported'],
    ['20 dimensions', { dims: [4, 5, 6], count: 20 }, 'unsupported'],
    ['voxels at 1e30', { ...SMALL, voxelOffset: 1e30 }, 'unsupported'],
    ['voxels before the file', { ...SMALL, voxelOffset: -4096 }, 'unsupported'],
    ['voxels nowhere', { ...SMALL, voxelOffset: Number.NaN }, 'unsupported'],
    ['voxels inside the header', { ...SMALL, voxelOffset: 100 }, 'unsupported'],
    ['voxels between two bytes', { ...SMALL, voxelOffset: 352.5 }, 'unsupported'],
    ['voxels past the end', { ...SMALL, voxelOffset: 10_000 }, 'cut-off'],
    ['an unknown datatype', { ...SMALL, datatype: 77 }, 'unsupported'],
  ])('%s', async (_, file, why) => {
    expect(await read(lying(file as NiftiFile))).toMatchObject({ ok: false, why });
  });

  it.each([
    [1, 'binary'],
    [32, 'complex'],
    [1792, 'complex'],
    [1536, 'float128'],
  ])('datatype %i: %s', async (datatype, detail) => {
    expect(await read(lying({ ...SMALL, datatype }))).toEqual({ ok: false, why: 'unsupported', detail });
  });

  it('but unused dimensions may have any value', async () => {
    expect(await read(lying({ dims: [4, 5, 6, -1, 0, 32767, 9], count: 3 }))).toMatchObject({ ok: true, header: { slices: 6 } });
  });

  it('but a header with the magic of the other version is read by its size', async () => {
    const bytes = writeNifti({ ...SMALL, version: 2, voxelOffset: 600 });
    bytes.set(new TextEncoder().encode('n+1\0'), 344);
    expect(await read(bytes)).toMatchObject({ ok: true, header: { version: 2 } });
  });

  it.each([1e-320, 1e300])('but voxels of %s mm have no position in space', async (size) => {
    const sform = [
      [size, 0, 0, 0],
      [0, size, 0, 0],
      [0, 0, size, 0],
    ];
    expect(await read(writeNifti({ ...SMALL, version: 2, sform }))).toMatchObject({ ok: true, header: { affine: null } });
  });

  it('whatever size its extensions declare', async () => {
    const bytes = writeNifti({ ...SMALL, voxelOffset: 400 });
    bytes.set([1, 0, 0, 0, 0xf0, 0xff, 0xff, 0xff], 348);
    expect(await read(bytes)).toMatchObject({ ok: true });
  });
});

describe('an inconsistent compressed file is refused by name', () => {
  it('when it inflates to more than its header declares', async () => {
    const bomb = gzipSync(new Uint8Array(3_000_000), { level: 1 });
    const small = gzipSync(writeNifti(SMALL));
    const both = Uint8Array.from([...small, ...bomb]);
    expect(await read(both)).toEqual({ ok: false, why: 'unsupported', detail: 'inflates-too-far' });
  });

  it('when its header declares more than deflate can produce', async () => {
    expect(await read(gzipSync(writeNifti({ ...SMALL, isPair: false })))).toMatchObject({ ok: true });
    expect(await read(gzipSync(lying({ dims: [2000, 2000, 100] })))).toEqual({ ok: false, why: 'cut-off' });
  });

  it('when its header declares more than its trailer can count', async () => {
    const detail = await read(gzipSync(lying({ dims: [32767, 32767, 4] })));
    expect(detail).toEqual({ ok: false, why: 'unsupported', detail: 'too-large' });
  });

  it('and a wrong trailer is detected when the slice is read', async () => {
    const bytes = writeNifti(SMALL);
    const packed = gzipSync(bytes.subarray(0, 400));
    new DataView(packed.buffer).setUint32(packed.length - 4, bytes.length, true);
    const opened = await read(packed);
    expect(opened.ok && (await decodeNiftiSlice(opened.voxels, opened.header, 5))).toEqual({ ok: false, why: 'wrong-length' });
  });
});
