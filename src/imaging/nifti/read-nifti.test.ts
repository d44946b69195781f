import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readNifti, type NiftiRead } from './read-nifti.ts';
import { writeNifti, writeNiftiVoxels, type NiftiFile } from './write-nifti.ts';

const read = (bytes: Uint8Array): Promise<NiftiRead> => readNifti(createMemorySource(bytes));

const RAS = [
  [2, 0, 0, -10],
  [0, 3, 0, -20],
  [0, 0, 4, -30],
];

const SMALL: NiftiFile = { dims: [4, 5, 6], pixdim: [2, 3, 4], sform: RAS };

describe.each([
  ['NIfTI-1', 1],
  ['NIfTI-2', 2],
] as const)('a header of %s', (_, version) => {
  it.each([true, false])('is read in both byte orders (little endian: %s)', async (isLittleEndian) => {
    expect(await read(writeNifti({ ...SMALL, version, isLittleEndian, slope: 2, intercept: -1024, calibration: [0, 80] }))).toMatchObject({
      ok: true,
      header: {
        version,
        isLittleEndian,
        isPair: false,
        columns: 4,
        rows: 5,
        slices: 6,
        volumes: 1,
        datatype: { name: 'int16' },
        voxelOffset: version === 1 ? 352 : 544,
        voxelBytes: 240,
        spacingMm: [2, 3, 4],
        letters: 'RAS',
        affine: { origin: [-10, -20, -30] },
        slope: 2,
        intercept: -1024,
        shownRange: { low: 0, high: 80 },
      },
    });
  });

  it.each([
    [[4, 5], 1, 1],
    [[4, 5, 6, 7], 42, 7],
    [[4, 5, 6, 1, 3], 18, 3],
    [[4, 5, 2, 2, 2, 2, 2], 32, 16],
  ])('stores the volumes of %j one after the other', async (dims, slices, volumes) => {
    expect(await read(writeNifti({ dims, version }))).toMatchObject({ ok: true, header: { slices, volumes } });
  });

  it('with a file that ends before its last voxel is reported as cut off', async () => {
    expect(await read(writeNifti({ ...SMALL, version }).subarray(0, -1))).toEqual({ ok: false, why: 'cut-off' });
  });

  it('without slices is refused [READ-010]', async () => {
    expect(await read(writeNifti({ dims: [4, 5, 0], version }))).toEqual({ ok: false, why: 'no-slices' });
    expect(await read(writeNifti({ dims: [4, 5, 6, 0], version }))).toEqual({ ok: false, why: 'no-slices' });
  });
});

describe('slope and intercept', () => {
  it.each([
    [0, 7],
    [Number.NaN, Number.NaN],
    [Number.POSITIVE_INFINITY, 0],
  ])('%s and %s leave the voxels unchanged [READ-012]', async (slope, intercept) => {
    expect(await read(writeNifti({ ...SMALL, slope, intercept }))).toMatchObject({ header: { slope: 1, intercept: 0 } });
  });

  it('use no intercept when it is not a number [READ-013]', async () => {
    expect(await read(writeNifti({ ...SMALL, slope: 2, intercept: Number.NaN }))).toMatchObject({ header: { slope: 2, intercept: 0 } });
  });

  it('are ignored for colours', async () => {
    expect(await read(writeNifti({ ...SMALL, datatype: 128, slope: 2, intercept: 3 }))).toMatchObject({
      header: { slope: 1, intercept: 0 },
    });
  });
});

describe('the position of the voxels', () => {
  const HALF_TURN_ABOUT_Z = [0, 0, 1, 5, 6, 7];

  it('comes from the sform if there is one', async () => {
    expect(await read(writeNifti({ ...SMALL, qform: HALF_TURN_ABOUT_Z }))).toMatchObject({ header: { letters: 'RAS' } });
  });

  it('comes from the qform otherwise, with its sign for k', async () => {
    const turned = { dims: [4, 5, 6], pixdim: [2, 3, 4], qform: HALF_TURN_ABOUT_Z };
    expect(await read(writeNifti(turned))).toMatchObject({ header: { letters: 'LPS', affine: { origin: [5, 6, 7] } } });
    expect(await read(writeNifti({ ...turned, qfac: -1 }))).toMatchObject({ header: { letters: 'LPI' } });
  });

  it.each([
    ['none is written', {}],
    [
      'two axes are the same',
      {
        sform: [
          [1, 1, 0, 0],
          [0, 0, 0, 0],
          [0, 0, 1, 0],
        ],
      },
    ],
    [
      'a value is not a number',
      {
        sform: [
          [Number.NaN, 0, 0, 0],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
        ],
      },
    ],
  ])('is unknown when %s', async (_, fields) => {
    expect(await read(writeNifti({ dims: [4, 5, 6], ...fields }))).toMatchObject({ ok: true, header: { affine: null, letters: '' } });
  });

  it('is in millimetres, also when the file uses micrometres', async () => {
    const sform = RAS.map((row) => row.map((value) => value * 1000));
    expect(await read(writeNifti({ dims: [4, 5, 6], pixdim: [2000, 3000, 4000], units: 3, sform }))).toMatchObject({
      header: { spacingMm: [2, 3, 4], affine: { origin: [-10, -20, -30] } },
    });
  });

  it('ignores an invalid voxel size', async () => {
    const pixdim = [Number.NaN, Number.POSITIVE_INFINITY, 0];
    expect(await read(writeNifti({ dims: [4, 5, 6], pixdim }))).toMatchObject({ header: { spacingMm: [null, null, null] } });
  });
});

describe('a pair', () => {
  const header = writeNifti({ ...SMALL, isPair: true });
  const image = writeNiftiVoxels(SMALL);

  it('is read from both of its files, compressed or not', async () => {
    for (const pack of [(bytes: Uint8Array) => bytes, gzipSync]) {
      const pair = await readNifti(createMemorySource(pack(header)), createMemorySource(pack(image)));
      expect(pair).toMatchObject({ ok: true, header: { isPair: true, voxelOffset: 0 } });
      expect(pair.ok && [...(await pair.voxels.read(2, 2))]).toEqual([1, 0]);
    }
  });

  it('without its image, or with another, is refused', async () => {
    expect(await read(header)).toEqual({ ok: false, why: 'image-missing' });
    expect(await readNifti(createMemorySource(header), createMemorySource(image.subarray(2)))).toEqual({ ok: false, why: 'cut-off' });
  });
});

describe('a compressed volume', () => {
  const plain = writeNifti(SMALL);
  const packed = gzipSync(plain);

  it('is recognised by its first bytes', async () => {
    const { header } = (await read(packed)) as NiftiRead & { ok: true };
    expect({ ok: true, header }).toMatchObject({ ok: true, header: { slices: 6 } });
  });

  it.each([
    ['of several members', [gzipSync(plain.subarray(0, 400)), gzipSync(plain.subarray(400))]],
    ['with trailing zeros', [packed, new Uint8Array(1000)]],
    ['with padding after its voxels', [gzipSync(Uint8Array.from([...plain, ...new Uint8Array(5000)]))]],
  ])('%s is read', async (_, parts) => {
    expect(await read(Uint8Array.from(parts.flatMap((part) => [...part])))).toMatchObject({ ok: true });
  });

  it.each([
    ['that is truncated in its header', packed.subarray(0, 30)],
    ['that is truncated in its voxels', packed.subarray(0, -30)],
    ['whose voxels end too early', gzipSync(plain.subarray(0, -1))],
  ])('%s is reported as cut off', async (_, bytes) => {
    expect(await read(bytes)).toEqual({ ok: false, why: 'cut-off' });
  });
});

describe('a file that is not NIfTI', () => {
  it.each([
    ['nothing', new Uint8Array(0)],
    ['zeros', new Uint8Array(1000)],
    ['a text in gzip', gzipSync(new TextEncoder().encode('no image'.repeat(100)))],
  ])('%s is refused as such', async (_, bytes) => {
    expect(await read(bytes)).toEqual({ ok: false, why: 'not-nifti', detail: 'no-header' });
  });

  it('is ANALYZE 7.5, which does not define left and right', async () => {
    const analyze = writeNifti({ ...SMALL, isPair: true });
    analyze.fill(0, 344, 348);
    expect(await read(analyze)).toEqual({ ok: false, why: 'not-nifti', detail: 'analyze' });
  });
});
