import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { gzipTrailer } from '#imaging/archive/gzip.ts';
import { compressHead } from '#imaging/nifti/join-pair.ts';
import { writeNifti, type NiftiFile } from '#imaging/nifti/write-nifti.ts';
import { deidentifiedVolume } from '#tests/fixtures/deidentified-volume.ts';
import { namedGzip } from '#tests/fixtures/archives/named-gzip.ts';
import { deidentifyVolume } from './deidentify-volume.ts';
import { TEXT_FIELDS } from './volume-fields.ts';
import { volumeStillIdentifies } from './volume-still-identifies.ts';

const HERON = Buffer.from('Heron^Quiet');
const KINDS = ([1, 2] as const).flatMap((version) =>
  [true, false].map((isLittleEndian) => ({
    version,
    isLittleEndian,
    kind: `NIfTI-${version}, ${isLittleEndian ? 'little' : 'big'} endian`,
  })),
);
const FIELDS = KINDS.flatMap((kind) => TEXT_FIELDS[kind.version].map((field) => ({ ...kind, ...field })));
const GEOMETRY: Partial<NiftiFile> = {
  pixdim: [2, 3, 4],
  qform: [0, 1, 0, 5, 6, 7],
  sform: [
    [-2, 0, 0, 10],
    [0, 3, 0, -20],
    [0, 0, 4, -30],
  ],
  ...{ slope: 2, intercept: -1024, calibration: [0, 80] },
};
const blank = (how: Partial<NiftiFile>) => writeNifti({ dims: [4, 5, 6], ...GEOMETRY, ...how });
const headBytes = (version: 1 | 2) => (version === 1 ? 352 : 544);

/** With the name in every field of text, and nowhere else. */
function named({ version = 1, ...how }: Partial<NiftiFile>): Uint8Array<ArrayBuffer> {
  const bytes = blank({ ...how, version });
  for (const { offset, length } of TEXT_FIELDS[version]) bytes.set(HERON.subarray(0, length), offset);
  return bytes;
}

/** One extension: what follows says so, how long it is, of which kind, and what it holds (nifti1.h). */
function extended({ version = 1, isLittleEndian = true }: Partial<NiftiFile>, ecode: number): Uint8Array<ArrayBuffer> {
  const at = headBytes(version);
  const bytes = blank({ version, isLittleEndian, voxelOffset: at + 64 });
  bytes[at - 4] = 1;
  const view = new DataView(bytes.buffer);
  view.setInt32(at, 64, isLittleEndian);
  view.setInt32(at + 4, ecode, isLittleEndian);
  bytes.set(HERON, at + 8);
  return bytes;
}

const equal = (a: Uint8Array, b: Uint8Array) => expect(Buffer.compare(a, b)).toBe(0);
const judged = (bytes: Uint8Array) => volumeStillIdentifies(createMemorySource(bytes));

describe('a de-identified volume', () => {
  it.each(FIELDS)('$kind: $field is blank, and nothing else changed', async ({ version, isLittleEndian, field, name, offset, length }) => {
    const bytes = blank({ version, isLittleEndian });
    // To its last byte, and behind a NUL.
    bytes.set(
      Uint8Array.from({ length }, (_, index) => (index === 2 ? 0 : 65 + (index % 26))),
      offset,
    );
    expect(await judged(bytes)).toEqual({ ok: true, fields: [{ field, name }] });
    const { bytes: left, taken } = await deidentifiedVolume(bytes);
    equal(left, blank({ version, isLittleEndian }));
    expect(taken).toEqual([{ field, name }]);
    expect(await judged(left)).toEqual({ ok: true, fields: [] });
  });

  it.each(KINDS.flatMap((kind) => [2, 4, 6, 32, 44].map((ecode) => ({ ...kind, ecode }))))(
    '$kind: an extension with code $ecode is zeros, and the voxels stay in place',
    async ({ version, isLittleEndian, ecode }) => {
      const { bytes, taken } = await deidentifiedVolume(extended({ version, isLittleEndian }, ecode));
      equal(bytes, blank({ version, isLittleEndian, voxelOffset: headBytes(version) + 64 }));
      expect(taken.map(({ field }) => field)).toEqual(['extension']);
    },
  );

  it('keeps the voxels as a range of the source, and only what precedes them is new', async () => {
    const bytes = named({ version: 2, isLittleEndian: false, datatype: 64 });
    const made = await deidentifyVolume(createMemorySource(bytes));
    expect(made).toMatchObject({ leaves: { pieces: [{ bytes: expect.anything() }, { offset: 544, length: 4 * 5 * 6 * 8 }] } });
  });

  it('is one range when there is nothing to remove, and ends with its voxels', async () => {
    const bytes = blank({});
    expect(await deidentifyVolume(createMemorySource(bytes))).toMatchObject({ leaves: { pieces: [{ offset: 0, length: bytes.length }] } });
    const longer = Buffer.concat([bytes, HERON]);
    const { bytes: left, taken } = await deidentifiedVolume(longer);
    equal(left, bytes);
    expect(taken.map(({ field }) => field)).toEqual(['padding']);
    expect(await judged(longer)).toMatchObject({ fields: [{ field: 'padding' }] });
  });
});

describe('a de-identified compressed volume', () => {
  it.each(KINDS)('$kind: is compressed again, and inflates to the de-identified uncompressed volume', async (kind) => {
    const { bytes, taken, isWritten } = await deidentifiedVolume(gzipSync(named(kind)));
    expect(isWritten).toBe(true);
    equal(gunzipSync(bytes), blank(kind));
    expect(taken.map(({ field }) => field)).toEqual(TEXT_FIELDS[kind.version].map(({ field }) => field));
    expect(await judged(bytes)).toEqual({ ok: true, fields: [] });
  });

  it('gets another gzip header before the same deflated bytes when only the header held a name', async () => {
    const plain = gzipSync(blank({}));
    const packed = namedGzip(blank({}), { name: 'Heron_Quiet_t1.nii', comment: 'of Heron', extra: HERON, time: 1_700_000_000 });
    const { bytes, taken, isWritten } = await deidentifiedVolume(packed);
    expect(isWritten).toBe(false);
    expect(taken.map(({ field }) => field)).toEqual(['FEXTRA', 'FNAME', 'FCOMMENT', 'MTIME']);
    equal(bytes.subarray(10), plain.subarray(10));
    equal(bytes.subarray(0, 10), Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255));
    expect(await judged(packed)).toMatchObject({
      fields: [{ field: 'FEXTRA' }, { field: 'FNAME' }, { field: 'FCOMMENT' }, { field: 'MTIME' }],
    });
    expect(await judged(bytes)).toEqual({ ok: true, fields: [] });
  });

  it('is one range when there is nothing to remove', async () => {
    const packed = gzipSync(blank({}));
    const all = { offset: 0, length: packed.length };
    expect(await deidentifyVolume(createMemorySource(packed))).toMatchObject({ taken: [], leaves: { pieces: [all] } });
  });

  it('with several members becomes one, without what was between them', async () => {
    const whole = blank({});
    const packed = Buffer.concat([compressHead(whole.subarray(0, 352)), namedGzip(whole.subarray(352), { name: 'Heron.img' })]);
    expect(await judged(packed)).toEqual({ ok: false });
    const { bytes } = await deidentifiedVolume(packed);
    equal(gunzipSync(bytes), whole);
    expect(Buffer.from(bytes).includes('Heron')).toBe(false);
    expect(await judged(bytes)).toEqual({ ok: true, fields: [] });
  });

  it('ends with its last voxel', async () => {
    const { bytes, taken } = await deidentifiedVolume(gzipSync(Buffer.concat([blank({}), HERON])));
    equal(gunzipSync(bytes), blank({}));
    expect(taken.map(({ field }) => field)).toEqual(['padding']);
    expect((await judged(gzipSync(Buffer.concat([blank({}), HERON])))).ok).toBe(false);
    // Behind the member, where no inflater looks.
    const behind = await deidentifiedVolume(Buffer.concat([gzipSync(blank({})), Buffer.alloc(4), HERON]));
    equal(gunzipSync(behind.bytes), blank({}));
  });

  it('is the same for any compression of the source', async () => {
    const large = { dims: [64, 64, 40], voxel: (index: number) => (index * index) % 1009 };
    const [one, other] = [gzipSync(named(large), { level: 1 }), gzipSync(named(large), { level: 9 })];
    const [a, b] = [await deidentifiedVolume(one), await deidentifiedVolume(other)];
    expect(Buffer.compare(a.bytes, b.bytes)).toBe(0);
    equal(gunzipSync(a.bytes), blank(large));
  });
});

describe('de-identified a second time', () => {
  it.each([
    ['plain', named({})],
    ['uncompressed, of the second version', named({ version: 2, isLittleEndian: false })],
    ['with extensions', extended({}, 2)],
    ['compressed', gzipSync(named({}))],
    ['compressed, with a file name', namedGzip(blank({}), { name: 'Heron.nii' })],
  ])('a volume that is %s is unchanged', async (_, bytes) => {
    const once = await deidentifiedVolume(bytes);
    const twice = await deidentifiedVolume(once.bytes);
    equal(twice.bytes, once.bytes);
    expect(twice).toMatchObject({ taken: [], isWritten: false });
  });
});

describe('a volume that cannot be read to its end is refused by name', () => {
  const refused = async (bytes: Uint8Array) => {
    const made = await deidentifyVolume(createMemorySource(bytes));
    if (!made.ok) return made.why;
    return 'written' in made.leaves ? made.leaves.written(async () => undefined) : 'whole';
  };
  const packed = gzipSync(named({}));
  const lying = (change: (bytes: Uint8Array<ArrayBuffer>, view: DataView) => void) => {
    const bytes = named({});
    change(bytes, new DataView(bytes.buffer));
    return bytes;
  };
  it.each([
    ['nothing', new Uint8Array(0), 'damaged'],
    ['other bytes', new Uint8Array(400).fill(65), 'damaged'],
    ['a header alone', blank({ isPair: true }), 'damaged'],
    ['truncated voxels', named({}).subarray(0, -1), 'damaged'],
    ['more voxels than bytes', lying((_, view) => view.setInt16(42, 30_000, true)), 'damaged'],
    ['voxels past the end', lying((_, view) => view.setFloat32(108, 1e6, true)), 'damaged'],
    ['voxels inside the header', lying((_, view) => view.setFloat32(108, 100, true)), 'damaged'],
    ['voxels nowhere', lying((_, view) => view.setFloat32(108, Number.NaN, true)), 'damaged'],
    ['a truncated gzip wrapper', packed.subarray(0, 60), 'damaged'],
    ['a gzip wrapper with a wrong checksum', Uint8Array.from(packed).fill(7, packed.length - 8, packed.length - 4), 'stream-damaged'],
    ['a gzip wrapper with a wrong length', lyingTrailer(), 'stream-damaged'],
  ])('%s', async (_, bytes, why) => {
    expect(await refused(bytes)).toBe(why);
    expect(await judged(bytes)).toMatchObject(why === 'damaged' ? { ok: false } : {});
  });

  it('with an oversized header', async () => {
    const head = blank({ version: 2, voxelOffset: 80 * 1024 ** 2 }).subarray(0, 544);
    const source = {
      size: 81 * 1024 ** 2,
      read: async (offset: number, length: number) => Uint8Array.from({ length: Math.min(length, 600) }, (_n, n) => head[offset + n] ?? 0),
    };
    expect(await deidentifyVolume(source)).toEqual({ ok: false, why: 'header-too-long' });
  });

  /** Half of a volume, in a wrapper that says it is whole. */
  function lyingTrailer(): Uint8Array {
    const half = gzipSync(named({}).subarray(0, 400));
    return Buffer.concat([half.subarray(0, -8), gzipTrailer(0, named({}).length)]);
  }
});
