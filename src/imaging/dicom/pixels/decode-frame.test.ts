import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import type { Samples } from '#imaging/frame.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { countingSource } from '#tests/fixtures/counting-source.ts';
import type { DecodedImage } from '#imaging/dicom/codecs/codec.ts';
import { decodeFrame } from './decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';

async function samplesOf(bytes: Uint8Array, about: Partial<InstanceDescription>, frame = 0): Promise<number[]> {
  const description = makeDescription({
    rows: 1,
    columns: 4,
    pixelData: { offset: 0, length: bytes.length, encapsulated: false },
    ...about,
  });
  const decoded = await decodeFrame(createMemorySource(bytes), description, frame);
  if (!decoded.ok) throw new Error(decoded.why);
  return [...decoded.frame.samples];
}

describe('stored values', () => {
  test('of 16 bits, unsigned and signed', async () => {
    const bytes = words([0, 1, 0x7fff, 0xffff]);
    expect(await samplesOf(bytes, {})).toEqual([0, 1, 32767, 65535]);
    expect(await samplesOf(bytes, { pixelRepresentation: 1 })).toEqual([0, 1, 32767, -1]);
  });

  test('of 12 bits ignore the bits above them and extend the sign', async () => {
    const bytes = words([0x0001, 0xf001, 0x0fff, 0x7800]);
    const about = { bitsStored: 12, highBit: 11 };
    expect(await samplesOf(bytes, about)).toEqual([1, 1, 4095, 2048]);
    expect(await samplesOf(bytes, { ...about, pixelRepresentation: 1 })).toEqual([1, 1, -1, -2048]);
  });

  test.each([
    ['at the bottom, unsigned', 11, 0, [0xf001, 0x0fff, 0x7800, 0x1000], [1, 4095, 2048, 0]],
    ['at the bottom, signed', 11, 1, [0xf001, 0x0fff, 0x7800, 0x1000], [1, -1, -2048, 0]],
    ['at the top, unsigned', 15, 0, [0x001f, 0xffff, 0x8005, 0x000f], [1, 4095, 2048, 0]],
    ['in the middle, signed', 13, 1, [0xc007, 0x3fff, 0x6001, 0xc003], [1, -1, -2048, 0]],
  ] as const)(
    'of 12 bits %s, with other data in the spare bits, are also read from compressed frames',
    async (_, HighBit, sign, stored, values) => {
      const bytes = words(stored);
      const planes = [1, 0].map((byte) => [3, ...stored.map((_, n) => bytes[n * 2 + byte] as number)]);
      const frame = new Uint8Array(64 + 10);
      const view = new DataView(frame.buffer);
      [2, 64, 69].forEach((number, n) => view.setUint32(n * 4, number, true));
      frame.set(planes.flat(), 64);
      const about = { Rows: 1, Columns: 4, BitsStored: 12, HighBit, PixelRepresentation: sign };
      const files = [
        smallFile({ ...about, PixelData: bytes }),
        smallFile({ ...about, PixelData: { fragments: [frame] } }, { transferSyntaxUid: '1.2.840.10008.1.2.5' }),
      ];
      for (const file of files) {
        const header = await readDicomHeader(createMemorySource(file));
        const decoded = header.ok && (await decodeFrame(header.source, header.description, 0, createNodeCodecs()));
        expect(decoded && decoded.ok && [...decoded.frame.samples]).toEqual(values);
      }
    },
  );

  test('of 12 bits at the top of their 16', async () => {
    expect(await samplesOf(words([0x0010, 0xfff0, 0x000f, 0x8000]), { bitsStored: 12, highBit: 15 })).toEqual([1, 4095, 0, 2048]);
  });

  test('of 8 and 32 bits', async () => {
    const about = { bitsAllocated: 8, bitsStored: 8, highBit: 7 };
    expect(await samplesOf(Uint8Array.of(0, 127, 128, 255), about)).toEqual([0, 127, 128, 255]);
    expect(await samplesOf(Uint8Array.of(0, 127, 128, 255), { ...about, pixelRepresentation: 1 })).toEqual([0, 127, -128, -1]);
    expect(
      await samplesOf(new Uint8Array(Int32Array.of(0, -1, 70_000, -70_000).buffer), {
        bitsAllocated: 32,
        bitsStored: 32,
        highBit: 31,
        pixelRepresentation: 1,
      }),
    ).toEqual([0, -1, 70_000, -70_000]);
  });

  test('as floats, in the byte order of the data set', async () => {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    [0.5, -2, 1e9, 3].forEach((value, index) => view.setFloat32(index * 4, value, true));
    const place = { offset: 0, length: 16, encapsulated: false } as const;
    expect(await samplesOf(bytes, { bitsAllocated: 32, pixelData: { ...place, numbers: 'float' } })).toEqual([0.5, -2, 1e9, 3]);
    bytes.set([0x3f, 0xf8, 0, 0, 0, 0, 0, 0]);
    const double = { columns: 2, bitsAllocated: 64, pixelData: { ...place, numbers: 'double' } } as const;
    expect((await samplesOf(bytes, { ...double, transferSyntaxUid: TRANSFER_SYNTAX.explicitBigEndian }))[0]).toBe(1.5);
  });

  test('of one bit, when the second frame starts inside a byte', async () => {
    const about = { bitsAllocated: 1, bitsStored: 1, highBit: 0, columns: 5, numberOfFrames: 2 };
    const bytes = Uint8Array.of(0b10100011, 0b00000001);
    expect(await samplesOf(bytes, about, 0)).toEqual([1, 1, 0, 0, 0]);
    expect(await samplesOf(bytes, about, 1)).toEqual([1, 0, 1, 1, 0]);
  });

  test('of a later frame', async () => {
    expect(await samplesOf(words([1, 2, 3, 4, 5, 6, 7, 8]), { numberOfFrames: 2 }, 1)).toEqual([5, 6, 7, 8]);
  });

  test('do not change the bytes of the source', async () => {
    const bytes = words([0xf001, 2, 3, 4]);
    await samplesOf(bytes, { bitsStored: 12, highBit: 11 });
    expect([...bytes]).toEqual([...words([0xf001, 2, 3, 4])]);
  });

  test('are the same in every uncompressed syntax', async () => {
    const values = Array.from({ length: 16 }, (_, index) => index * 1000);
    for (const transferSyntaxUid of [
      TRANSFER_SYNTAX.implicitLittleEndian,
      TRANSFER_SYNTAX.explicitLittleEndian,
      TRANSFER_SYNTAX.explicitBigEndian,
    ]) {
      const isBigEndian = transferSyntaxUid === TRANSFER_SYNTAX.explicitBigEndian;
      const source = createMemorySource(smallFile({ PixelData: words(values, isBigEndian) }, { transferSyntaxUid }));
      const read = await readDicomHeader(source);
      if (!read.ok) throw new Error(read.detail);
      const decoded = await decodeFrame(source, read.description, 0);
      expect(decoded.ok && [...decoded.frame.samples]).toEqual(values);
    }
  });
});

describe('frames that are deflated one by one', () => {
  const deflated = async (pixels: Uint8Array, about: Partial<InstanceDescription> = {}, codecs: Codecs | null = null) => {
    const file = smallFile({ PixelData: { fragments: [deflateSync(pixels)] } }, { transferSyntaxUid: '1.2.840.10008.1.2.8.1' });
    const read = await readDicomHeader(createMemorySource(file));
    if (!read.ok) throw new Error(read.detail);
    return decodeFrame(read.source, { ...read.description, ...about }, 0, codecs);
  };
  const values = Array.from({ length: 16 }, (_, index) => index * 1000);

  test('are restored', async () => {
    const decoded = await deflated(words(values));
    expect(decoded.ok && [...decoded.frame.samples]).toEqual(values);
  });

  test('are restored with and without other codecs', async () => {
    expect(await deflated(words(values), {}, createNodeCodecs())).toEqual(await deflated(words(values)));
  });

  test('are truncated to the frame size, and refused when they are too short or damaged', async () => {
    const decoded = await deflated(words([...values, 1, 2, 3]));
    expect(decoded.ok && [...decoded.frame.samples]).toEqual(values);
    expect(await deflated(words([1, 2, 3]))).toEqual({ ok: false, why: 'damaged' });
    expect(await deflated(words(values), { rows: 60_000, columns: 1000 })).toEqual({ ok: false, why: 'damaged' });
  });
});

describe('8-bit values in big-endian words', () => {
  const swapped = (values: number[]) => Uint8Array.from(values, (_, index) => values[index ^ 1]!);
  const read = (frame: number) =>
    samplesOf(
      swapped([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]),
      {
        ...{ columns: 3, numberOfFrames: 3, bitsAllocated: 8, bitsStored: 8, highBit: 7 },
        ...{ transferSyntaxUid: TRANSFER_SYNTAX.explicitBigEndian },
        pixelData: { offset: 0, length: 10, encapsulated: false, words: 'big-endian' },
      },
      frame,
    );

  test('are in pairs, also where a frame begins or ends inside one', async () => {
    expect([await read(0), await read(1), await read(2)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
  });
});

describe('a codestream says less than the header', () => {
  const RLE = '1.2.840.10008.1.2.5';
  const decoded = async (samples: Samples, about: Partial<InstanceDescription>, more: Partial<DecodedImage> = {}) => {
    const bytes = Uint8Array.from([0xfe, 0xff, 0, 0xe0, 0, 0, 0, 0, 0xfe, 0xff, 0, 0xe0, 2, 0, 0, 0, 1, 2]);
    const description = makeDescription({
      ...{ rows: 1, columns: 4, transferSyntaxUid: RLE },
      pixelData: { offset: 0, length: bytes.length, encapsulated: true },
      ...about,
    });
    const bits = samples.BYTES_PER_ELEMENT * 8;
    const decode = () => Promise.resolve({ ok: true as const, samples, bits, colour: null, ...more });
    const codecs = { jpeg: decode, 'jpeg-ls': decode, 'jpeg-2000': decode, rle: decode };
    const frame = await decodeFrame(createMemorySource(bytes), description, 0, codecs);
    if (!frame.ok) throw new Error(frame.why);
    return frame.frame.samples;
  };
  const bits = (bitsAllocated: number, bitsStored = bitsAllocated, highBit = bitsStored - 1) => ({ bitsAllocated, bitsStored, highBit });
  const SIGNED = { pixelRepresentation: 1 } as const;

  test.each<[string, Samples, Partial<InstanceDescription>, Samples]>([
    ['8 bits', Uint8Array.of(0, 1, 128, 255), bits(8), Uint8Array.of(0, 1, 128, 255)],
    ['8 bits with a sign', Uint8Array.of(0, 1, 128, 255), { ...bits(8), ...SIGNED }, Int8Array.of(0, 1, -128, -1)],
    ['16 bits', Uint16Array.of(0, 1, 32_768, 65_535), bits(16), Uint16Array.of(0, 1, 32_768, 65_535)],
    ['16 bits with a sign', Uint16Array.of(0, 1, 32_768, 65_535), { ...bits(16), ...SIGNED }, Int16Array.of(0, 1, -32_768, -1)],
    ['32 bits', Uint32Array.of(0, 1, 2, 2 ** 32 - 1), bits(32), Uint32Array.of(0, 1, 2, 2 ** 32 - 1)],
    ['32 bits with a sign', Uint32Array.of(0, 1, 2, 2 ** 32 - 1), { ...bits(32), ...SIGNED }, Int32Array.of(0, 1, 2, -1)],
    ['8 bits in 16 allocated ones', Uint8Array.of(0, 1, 128, 255), bits(16, 8), Uint16Array.of(0, 1, 128, 255)],
    [
      '8 bits with a sign in 16 allocated ones',
      Uint8Array.of(0, 1, 128, 255),
      { ...bits(16, 8), ...SIGNED },
      Int16Array.of(0, 1, -128, -1),
    ],
    ['one bit, packed', Uint8Array.of(0b1010), bits(1), Uint8Array.of(0, 1, 0, 1)],
    ['one bit, a byte for each', Uint8Array.of(0, 1, 1, 0), bits(1), Uint8Array.of(0, 1, 1, 0)],
  ])('of %s: which bits count, and which is the sign', async (_, samples, about, told) => {
    expect(await decoded(samples, about)).toEqual(told);
  });

  test('of 12 bits at the bottom, wherever the header has them', async () => {
    const about = bits(16, 12, 15);
    expect(await decoded(Uint16Array.of(0, 1, 2048, 4095), about, { bits: 12 })).toEqual(Uint16Array.of(0, 1, 2048, 4095));
    expect(await decoded(Uint16Array.of(0, 16, 32_768, 65_520), about, { bits: 16 })).toEqual(Uint16Array.of(0, 1, 2048, 4095));
  });

  test('and nothing of its colour, or another one', async () => {
    const about = { ...bits(8), columns: 1, samplesPerPixel: 3 };
    const colour = (photometricInterpretation: string, more: Partial<DecodedImage> = {}) =>
      decoded(Uint8Array.of(76, 85, 255), { ...about, ...SIGNED, photometricInterpretation }, more);
    const [kept, converted] = [Uint8Array.of(76, 85, 255), Uint8Array.of(254, 0, 0)];
    expect([await colour('RGB'), await colour('YBR_RCT'), await colour('YBR_FULL')]).toEqual([kept, kept, converted]);
    expect([await colour('YBR_FULL', { colour: 'rgb' }), await colour('RGB', { colour: 'ybr' })]).toEqual([kept, converted]);
  });
});

describe('colour', () => {
  const rgb = { samplesPerPixel: 3, photometricInterpretation: 'RGB', bitsAllocated: 8, bitsStored: 8, highBit: 7, columns: 2 };

  test('interleaved and by plane gives the same image', async () => {
    expect(await samplesOf(Uint8Array.of(1, 2, 3, 4, 5, 6), rgb)).toEqual([1, 2, 3, 4, 5, 6]);
    const description = makeDescription({ ...rgb, rows: 1, pixelData: { offset: 0, length: 6, encapsulated: false } });
    expect(await decodeFrame(createMemorySource(new Uint8Array(6)), description, 0)).toMatchObject({
      frame: { kind: 'rgb', rows: 1, columns: 2 },
    });
    expect(await samplesOf(Uint8Array.of(1, 4, 2, 5, 3, 6), { ...rgb, planarConfiguration: 1 })).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('of 16 bits is reduced to 8', async () => {
    const about = { ...rgb, columns: 1, bitsAllocated: 16, bitsStored: 16, highBit: 15 };
    expect(await samplesOf(words([0, 0x8080, 0xffff]), about)).toEqual([0, 128, 255]);
  });

  test('in luminance and chrominance is converted to red, green and blue', async () => {
    const about = { ...rgb, photometricInterpretation: 'YBR_FULL' };
    expect(await samplesOf(Uint8Array.of(76, 85, 255, 128, 128, 128), about)).toEqual([254, 0, 0, 128, 128, 128]);
    expect(await samplesOf(Uint8Array.of(100, 200, 128, 128), { ...about, photometricInterpretation: 'YBR_FULL_422' })).toEqual([
      100, 100, 100, 200, 200, 200,
    ]);
    expect(await samplesOf(Uint8Array.of(16, 235, 128, 128), { ...about, photometricInterpretation: 'YBR_PARTIAL_422' })).toEqual([
      0, 0, 0, 255, 255, 255,
    ]);
  });

  test('has no sign, whatever the header says', async () => {
    expect(await samplesOf(Uint8Array.of(1, 2, 200, 4, 5, 6), { ...rgb, pixelRepresentation: 1 })).toEqual([1, 2, 200, 4, 5, 6]);
  });

  test('of a later frame is found behind the samples of the one before', async () => {
    const about = { ...rgb, numberOfFrames: 2 };
    const twice = Uint8Array.from({ length: 12 }, (_, index) => index);
    expect(await samplesOf(twice, about, 1)).toEqual([6, 7, 8, 9, 10, 11]);
    const shared = { ...about, photometricInterpretation: 'YBR_FULL_422' };
    expect(await samplesOf(Uint8Array.of(0, 0, 0, 0, 100, 200, 128, 128), shared, 1)).toEqual([100, 100, 100, 200, 200, 200]);
  });

  test('is inverted in grey images only, and where they say so', async () => {
    const frameOf = async (photometricInterpretation: string) => {
      const pixelData = { offset: 0, length: 8, encapsulated: false };
      const description = makeDescription({ rows: 1, columns: 4, photometricInterpretation, pixelData });
      const decoded = await decodeFrame(createMemorySource(new Uint8Array(8)), description, 0);
      return decoded.ok && decoded.frame;
    };
    expect(await frameOf('MONOCHROME1')).toMatchObject({ kind: 'grey', rows: 1, columns: 4, isInverted: true });
    expect(await frameOf('MONOCHROME2')).toMatchObject({ kind: 'grey', isInverted: false });
  });
});

test('only the bytes of the frame are read', async () => {
  const source = countingSource(new Uint8Array(96));
  const pixelData = { offset: 0, length: 96, encapsulated: false };
  await decodeFrame(source, makeDescription({ numberOfFrames: 3, pixelData }), 1);
  expect(source.readBytes).toBe(32);
});

test('fragments that are not those of frames are refused by name', async () => {
  const description = makeDescription(CODED);
  expect(await decodeFrame(createMemorySource(new Uint8Array(32)), description, 0, createNodeCodecs())).toMatchObject({
    why: 'bad-offset-table',
  });
});

const CODED = { transferSyntaxUid: '1.2.840.10008.1.2.5', pixelData: { offset: 0, length: 32, encapsulated: true } };

describe('a frame that cannot be decoded returns the reason', () => {
  test.each<[string, Partial<InstanceDescription>, number, object]>([
    ['compressed', { transferSyntaxUid: '1.2.840.10008.1.2.4.90' }, 0, { why: 'compressed', transferSyntaxUid: '1.2.840.10008.1.2.4.90' }],
    ['encapsulated', { pixelData: { offset: 0, length: 32, encapsulated: true } }, 0, { why: 'compressed' }],
    ['no pixel data', { pixelData: null }, 0, { why: 'no-pixel-data' }],
    ['no size', { rows: 0 }, 0, { why: 'no-size' }],
    ['palette', { photometricInterpretation: 'PALETTE COLOR' }, 0, { why: 'unsupported', detail: 'palette' }],
    ['float and too short', { pixelData: { offset: 0, length: 32, encapsulated: false, numbers: 'float' } }, 0, { why: 'wrong-length' }],
    [
      'compressed and huge',
      {
        rows: 65_535,
        columns: 65_535,
        transferSyntaxUid: '1.2.840.10008.1.2.4.90',
        pixelData: { offset: 0, length: 32, encapsulated: true },
      },
      0,
      { why: 'too-large' },
    ],
    ['another colour space', { samplesPerPixel: 4, photometricInterpretation: 'CMYK' }, 0, { why: 'unsupported', detail: 'photometric' }],
    ['a missing frame', {}, 1, { why: 'no-such-frame' }],
    ['a frame before the first', {}, -1, { why: 'no-such-frame' }],
    ['pixel data for fewer frames', { numberOfFrames: 2 }, 0, { why: 'wrong-length' }],
    ['pixel data shorter than the file', { pixelData: { offset: 0, length: 31, encapsulated: false } }, 0, { why: 'wrong-length' }],
    ['a compressed frame without codecs', CODED, 0, { why: 'compressed', transferSyntaxUid: '1.2.840.10008.1.2.5' }],
    ['a missing compressed frame', CODED, 1, { why: 'no-such-frame' }],
    ['a frame between two', {}, 0.5, { why: 'no-such-frame' }],
    ['too little pixel data', { rows: 5 }, 0, { why: 'wrong-length' }],
    ['pixel data past the end of the file', { pixelData: { offset: 8, length: 32, encapsulated: false } }, 0, { why: 'wrong-length' }],
  ])('%s', async (_, about, frame, refusal) => {
    expect(await decodeFrame(createMemorySource(new Uint8Array(32)), makeDescription(about), frame)).toMatchObject({
      ok: false,
      ...refusal,
    });
  });
});
