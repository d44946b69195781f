import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { elements, smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { rleFrame } from '#tests/fixtures/rle-frame.ts';
import { framesToNifti } from './frames-to-nifti.ts';
import { parseNiftiHeader, type NiftiHeader } from './parse-header.ts';

const RLE = '1.2.840.10008.1.2.5';
const codecs = createNodeCodecs();
const LIMIT = { maxBytes: 100_000 };

/** Images of 2 rows and 2 columns of 16 bits, unless they say otherwise. */
async function image(about: Parameters<typeof smallFile>[0], transferSyntaxUid?: string): Promise<ReadHeader> {
  const bytes = smallFile(
    { Rows: 2, Columns: 2, PixelData: words([1, 2, 3, 4]), ...about },
    transferSyntaxUid ? { transferSyntaxUid } : {},
  );
  const read = await readDicomHeader(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.detail);
  return read;
}

const EIGHT_BITS = { BitsAllocated: 8, BitsStored: 8, HighBit: 7 };
const COLOUR = { ...EIGHT_BITS, SamplesPerPixel: 3, PhotometricInterpretation: 'RGB', PlanarConfiguration: 0 };

async function volumeOf(images: readonly ReadHeader[]): Promise<{ bytes: Uint8Array; header: NiftiHeader; voxels: Uint8Array }> {
  const volume = await framesToNifti(images, codecs, LIMIT);
  if (!volume.ok) throw new Error(volume.why);
  const parsed = parseNiftiHeader(volume.bytes);
  if (!parsed.ok) throw new Error(parsed.why);
  return { bytes: volume.bytes, header: parsed.header, voxels: volume.bytes.subarray(parsed.header.voxelOffset) };
}

const whyNot = async (images: readonly ReadHeader[], limit = LIMIT) => {
  const volume = await framesToNifti(images, codecs, limit);
  return volume.ok ? 'made' : volume.why;
};

const numbersOf = (bytes: Uint8Array) => [...new Uint16Array(bytes.slice().buffer)];

describe('frames along z', () => {
  test('of a cine are in file order, the lowest row first, without a position in space', async () => {
    const { bytes, header, voxels } = await volumeOf([
      await image({ NumberOfFrames: 2, PixelData: words([1, 2, 3, 4, 5, 6, 7, 8]), PixelSpacing: [0.5, 0.25] }),
    ]);
    expect(numbersOf(voxels)).toEqual([3, 4, 1, 2, 7, 8, 5, 6]);
    expect(header).toMatchObject({ columns: 2, rows: 2, slices: 2, affine: null, spacingMm: [0.25, 0.5, 1] });
    expect(header.datatype.name).toBe('uint16');
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect([view.getInt16(252, true), view.getInt16(254, true)]).toEqual([0, 0]);
    expect(new TextDecoder().decode(bytes.subarray(148, 228))).toContain('not placed in space');
    expect(new TextDecoder().decode(bytes.subarray(328, 344))).toBe('not spatial\0\0\0\0\0');
  });

  test('of an enhanced image that share their positions become volumes along a fourth dimension', async () => {
    const places = [0, 5, 10, 15].flatMap((z) => [z, z, z]);
    const groups = places.map((z) => elements({ PlanePositionSequence: { items: [elements({ ImagePositionPatient: [0, 0, z] })] } }));
    const orientation = elements({ ImageOrientationPatient: [1, 0, 0, 0, 1, 0] });
    const { bytes, header, voxels } = await volumeOf([
      await image({
        NumberOfFrames: 12,
        PixelData: words(places.flatMap((z, n) => Array<number>(4).fill(z * 10 + (n % 3)))),
        SharedFunctionalGroupsSequence: { items: [elements({ PlaneOrientationSequence: { items: [orientation] } })] },
        PerFrameFunctionalGroupsSequence: { items: groups },
      }),
    ]);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect([0, 1, 2, 3, 4].map((n) => view.getInt16(40 + 2 * n, true))).toEqual([4, 2, 2, 4, 3]);
    // As many pictures as the image has frames, for whoever counts them.
    expect(header).toMatchObject({ slices: 12, volumes: 3 });
    const first = numbersOf(voxels).filter((_, n) => n % 4 === 0);
    expect(first).toEqual([0, 50, 100, 150, 1, 51, 101, 151, 2, 52, 102, 152]);
  });

  test('ignore bits above the stored ones', async () => {
    const noisy = { BitsStored: 12, HighBit: 11, PixelData: words([0xf001, 0x0fff, 0x7800, 0x1000]) };
    expect(numbersOf((await volumeOf([await image(noisy)])).voxels)).toEqual([0x800, 0, 1, 0xfff]);
    const signed = (await volumeOf([await image({ ...noisy, PixelRepresentation: 1 })])).voxels;
    expect([...new Int16Array(signed.slice().buffer)]).toEqual([-2048, 0, 1, -1]);
    const top = { BitsStored: 12, HighBit: 15, PixelData: words([0x001f, 0xffff, 0x8005, 0x0000]) };
    expect(numbersOf((await volumeOf([await image(top)])).voxels)).toEqual([0x800, 0, 1, 0xfff]);
  });

  test('of instances are in series order, whatever the file order', async () => {
    const of = (instanceNumber: number) => image({ InstanceNumber: instanceNumber, PixelData: words(Array(4).fill(instanceNumber)) });
    const { voxels } = await volumeOf([await of(3), await of(1), await of(2)]);
    expect(numbersOf(voxels)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  });

  test('keep the stored values, with slope and intercept in the header', async () => {
    const { header, voxels } = await volumeOf([await image({ RescaleSlope: 2, RescaleIntercept: -1024 })]);
    expect(numbersOf(voxels)).toEqual([3, 4, 1, 2]);
    expect([header.slope, header.intercept]).toEqual([2, -1024]);
  });

  test('are rescaled to floats when each has its own slope', async () => {
    const { header, voxels } = await volumeOf([
      await image({ InstanceNumber: 1, RescaleSlope: 2, RescaleIntercept: 0 }),
      await image({ InstanceNumber: 2, RescaleSlope: 0.5, RescaleIntercept: 10 }),
    ]);
    expect(header.datatype.name).toBe('float32');
    expect([...new Float32Array(voxels.slice().buffer)]).toEqual([6, 8, 2, 4, 11.5, 12, 10.5, 11]);
    expect([header.slope, header.intercept]).toEqual([1, 0]);
  });

  test('in colour are RGB, compressed or not', async () => {
    const colours = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const plain = await volumeOf([await image({ ...COLOUR, PixelData: Uint8Array.from(colours) })]);
    const coded = await volumeOf([await image({ ...COLOUR, PixelData: { fragments: [rleFrame(colours, 3)] } }, RLE)]);
    expect(plain.header.datatype.name).toBe('rgb24');
    expect([...plain.voxels]).toEqual([7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6]);
    expect(coded.bytes).toEqual(plain.bytes);
  });

  test('of an enhanced image are ordered by position', async () => {
    const at = (z: number) => elements({ PlanePositionSequence: { items: [elements({ ImagePositionPatient: [0, 0, z] })] } });
    const orientation = elements({ PlaneOrientationSequence: { items: [elements({ ImageOrientationPatient: [1, 0, 0, 0, 1, 0] })] } });
    const { voxels } = await volumeOf([
      await image({
        NumberOfFrames: 2,
        PixelData: words([1, 1, 1, 1, 2, 2, 2, 2]),
        SharedFunctionalGroupsSequence: { items: [orientation] },
        PerFrameFunctionalGroupsSequence: { items: [at(20), at(10)] },
      }),
    ]);
    expect(numbersOf(voxels)).toEqual([2, 2, 2, 2, 1, 1, 1, 1]);
  });
});

describe('no volume is made', () => {
  test('from nothing, or from files without pixel data', async () => {
    expect(await whyNot([])).toBe('no-pixel-data');
  });

  test('from images with different sizes or value types', async () => {
    const plain = await image({});
    expect(await whyNot([plain, await image({ Rows: 1 })])).toBe('different-images');
    expect(await whyNot([plain, await image({ PixelRepresentation: 1, InstanceNumber: 9 })])).toBe('different-images');
  });

  test('from more frames than there is data for, and nothing is allocated for them', async () => {
    const coded = { ...EIGHT_BITS, PixelData: { fragments: [rleFrame([1, 2, 3, 4])] } };
    expect(await whyNot([await image({ ...coded, NumberOfFrames: 1_000_000 }, RLE)])).toBe('wrong-length');
    const { source, description, dataSet } = await image({});
    expect(await whyNot([{ ok: true, source, dataSet, description: { ...description, numberOfFrames: 2 ** 31 } }])).toBe('wrong-length');
  });

  test('beyond the limit', async () => {
    expect(await whyNot([await image({})], { maxBytes: 352 + 7 })).toBe('volume-too-large');
    expect(await whyNot([await image({})], { maxBytes: 352 + 8 })).toBe('made');
  });

  test('from a damaged frame', async () => {
    const damaged = { ...EIGHT_BITS, NumberOfFrames: 2, PixelData: { fragments: [rleFrame([1, 2, 3, 4]), Uint8Array.of(1, 2)] } };
    expect(await whyNot([await image(damaged, RLE)])).toBe('damaged');
  });
});
