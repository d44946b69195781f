import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { encodeJpeg2000, encodeJpegLs } from '#tests/fixtures/encoded.ts';
import { jpegStream, segment } from '#tests/fixtures/jpeg-stream.ts';
import { patched } from './codestream-texts.ts';
import { BASIC_PROFILE } from './settings.ts';
import { stillIdentifies } from './still-identifies.ts';

const codecs = createNodeCodecs();
const [rows, columns] = [64, 72];
const NAME = 'HERON^QUIET';
const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const samples = Uint16Array.from({ length: rows * columns }, (_, index) => (index * 13) % 997);

const COMMENT = segment(0xfe, ascii(NAME));
const EXIF = segment(0xe1, ascii(`Exif\0\0${NAME} 1961`));
const LONG = segment(0xec, ascii(NAME.repeat(900)));
const JFIF = [...ascii('JFIF\0'), 1, 2, 0, 0, 1, 0, 1];
const THUMBNAIL = segment(0xe0, [...JFIF, 2, 3, ...ascii(`${NAME}.${NAME}`).slice(0, 18)]);
const ADOBE = segment(0xee, [...ascii('Adobe'), 0, 100, 0, 0, 0, 0, 0]);

const LOSSLESS = jpegStream({
  ...{ marker: 0xc3, precision: 16, rows, columns, components: [{}] },
  scans: [{ first: 1, last: 0, data: Array.from({ length: (rows * columns * 5) / 8 }, () => 0) }],
});
/** The DC coefficients in the first scan, the others in the second. */
const SECOND_SCAN = segment(0xda, [1, 1, 0, 1, 63, 0]);
const blocks = (rows * columns) / 64;
const zeros = (bits: number): number[] => Array.from({ length: Math.ceil(bits / 8) }, () => 0);
const IN_SCANS = jpegStream({
  ...{ marker: 0xc2, precision: 8, rows, columns, components: [{}] },
  scans: [
    { first: 0, last: 0, data: zeros(blocks * 5) },
    { first: 1, last: 63, data: zeros(blocks * 8) },
  ],
});
const [LS, J2K] = [await encodeJpegLs({ rows, columns, samples }), await encodeJpeg2000({ rows, columns, samples })];

const inFrontOf = (stream: Uint8Array, at: number, ...parts: readonly number[][]): Uint8Array =>
  joinBytes([stream.subarray(0, at), Uint8Array.from(parts.flat()), stream.subarray(at)]);
/** Behind SIZ, which comes first (T.800 A.5.1). */
const behindSiz = 4 + new DataView(J2K.buffer, J2K.byteOffset).getUint16(4);
const J2K_COMMENT = [0xff, 0x64, 0, 4 + NAME.length, 0, 1, ...ascii(NAME)];
const box = (type: string, bytes: readonly number[] | Uint8Array): Uint8Array => {
  const head = new Uint8Array(8 + bytes.length);
  new DataView(head.buffer).setUint32(0, head.length);
  head.set(ascii(type), 4);
  head.set(bytes, 8);
  return head;
};
const jp2 = (stream: Uint8Array): Uint8Array =>
  joinBytes([
    box('jP  ', [0x0d, 0x0a, 0x87, 0x0a]),
    box('ftyp', [...ascii('jp2 '), 0, 0, 0, 0, ...ascii('jp2 ')]),
    box(
      'jp2h',
      joinBytes([
        box('ihdr', [0, 0, 0, rows, 0, 0, 0, columns, 0, 1, 15, 7, 0, 0]),
        box('colr', [1, 0, 0, 0, 0, 0, 17]),
        box('xml ', ascii(NAME)),
      ]),
    ),
    box('xml ', ascii(NAME)),
    box('jp2c', stream),
    box('uuid', ascii(NAME)),
  ]);

const secondScan = Buffer.from(IN_SCANS).indexOf(Buffer.from(SECOND_SCAN));
/** Psot is the length of the tile-part, 6 bytes behind its marker (T.800 A.4.2). */
const OPEN_J2K = J2K.slice();
OPEN_J2K.fill(0, Buffer.from(J2K).indexOf(Buffer.of(0xff, 0x90)) + 6, Buffer.from(J2K).indexOf(Buffer.of(0xff, 0x90)) + 10);

const STREAMS: [string, string, Uint8Array, Uint8Array][] = [
  ['JPEG', '1.2.840.10008.1.2.4.70', LOSSLESS, inFrontOf(LOSSLESS, 2, THUMBNAIL, ADOBE, COMMENT, EXIF, LONG)],
  ['JPEG-LS', '1.2.840.10008.1.2.4.80', LS, inFrontOf(LS, 2, COMMENT, EXIF)],
  ['JPEG 2000', '1.2.840.10008.1.2.4.90', J2K, inFrontOf(J2K, behindSiz, J2K_COMMENT)],
  ['JPEG behind its end', '1.2.840.10008.1.2.4.70', LOSSLESS, joinBytes([LOSSLESS, Uint8Array.from(ascii(`${NAME}\xff\xd9`))])],
  ['JPEG-LS behind its end', '1.2.840.10008.1.2.4.80', LS, joinBytes([LS, Uint8Array.from(ascii(NAME))])],
  ['JPEG 2000 behind its end', '1.2.840.10008.1.2.4.90', J2K, joinBytes([J2K, Uint8Array.from(ascii(NAME))])],
  [
    'JPEG 2000 behind a last tile-part without a length',
    '1.2.840.10008.1.2.4.90',
    OPEN_J2K,
    joinBytes([OPEN_J2K, Uint8Array.from(ascii(NAME))]),
  ],
  ['JPEG between its scans', '1.2.840.10008.1.2.4.51', IN_SCANS, inFrontOf(IN_SCANS, secondScan, COMMENT, EXIF)],
  ['a JP2 file', '1.2.840.10008.1.2.4.90', J2K, jp2(inFrontOf(J2K, behindSiz, J2K_COMMENT))],
];

function fileOf(transferSyntaxUid: string, fragments: readonly Uint8Array[], NumberOfFrames: number): Uint8Array {
  const values = { Rows: rows, Columns: columns, NumberOfFrames, PixelData: { fragments } };
  return smallFile(values, { transferSyntaxUid });
}

async function open(bytes: Uint8Array): Promise<ReadHeader> {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  return header;
}

async function frameOf({ source, description }: ReadHeader, frame: number): Promise<number[]> {
  const decoded = await decodeFrame(source, description, frame, codecs);
  if (!decoded.ok) throw new Error(decoded.why);
  return [...decoded.frame.samples];
}

async function pixelsOf({ source, description }: ReadHeader): Promise<Buffer> {
  const offset = description.pixelData?.offset ?? 0;
  return Buffer.from(await source.read(offset, source.size - offset));
}

describe.each(STREAMS)('text inside frames of %s', (_, syntax, bare, named) => {
  test('is removed on upload, and every frame decodes as before', async () => {
    const file = fileOf(syntax, [named, bare, named], 3);
    const left = await deidentified(file);
    const [before, after] = [await open(file), await open(left.bytes)];
    expect((await pixelsOf(before)).indexOf(NAME)).toBeGreaterThan(0);
    expect((await pixelsOf(after)).indexOf(NAME)).toBe(-1);
    expect((await pixelsOf(after)).length).toBe((await pixelsOf(before)).length);
    for (const frame of [0, 1, 2]) expect(await frameOf(after, frame)).toEqual(await frameOf(before, frame));
  });

  test('is removed when fragments split it', async () => {
    const cut = named.length > 30_000 ? 5_000 : 26;
    const file = fileOf(syntax, [named.subarray(0, 22), named.subarray(22, cut), named.subarray(cut)], 1);
    const after = await open((await deidentified(file)).bytes);
    expect((await pixelsOf(after)).indexOf(NAME.slice(-6))).toBe(-1);
    expect(await frameOf(after, 0)).toEqual(await frameOf(await open(file), 0));
  });

  test("is found by the server's check of an uploaded file, and only there", async () => {
    const judge = async (bytes: Uint8Array) => stillIdentifies(await open(bytes), BASIC_PROFILE, () => true);
    const { bytes } = await deidentified(fileOf(syntax, [named], 1));
    expect(await judge(bytes)).toEqual({ ok: true, tags: [] });
    const clean = (await deidentified(fileOf(syntax, [bare], 1))).bytes;
    const at = (await open(clean)).description.pixelData!.offset;
    const smuggled = joinBytes([clean.subarray(0, at), await pixelsOf(await open(fileOf(syntax, [named], 1)))]);
    expect(await judge(smuggled)).toEqual({ ok: true, tags: [0x7fe00010] });
  });
});

describe('frames without text', () => {
  test('are uploaded as one range of the source', async () => {
    for (const [syntax, stream] of [
      ['1.2.840.10008.1.2.4.80', LS],
      ['1.2.840.10008.1.2.4.70', LOSSLESS],
    ] as const) {
      const { pieces } = await deidentified(fileOf(syntax, [stream, stream], 2));
      expect(pieces.map(({ isRange }) => isRange)).toEqual([false, true]);
    }
  });

  test('keep what decoding needs: Adobe, and JFIF without its thumbnail', async () => {
    const file = fileOf('1.2.840.10008.1.2.4.70', [inFrontOf(LOSSLESS, 2, THUMBNAIL, ADOBE, segment(0xe0, [...JFIF, 0, 0]))], 1);
    const pixels = await pixelsOf(await open((await deidentified(file)).bytes));
    expect(pixels.indexOf(Buffer.from(ADOBE))).toBeGreaterThan(0);
    expect(pixels.indexOf(Buffer.from(segment(0xe0, [...JFIF, ...Array.from({ length: 20 }, () => 0)])))).toBe(18);
    expect(pixels.indexOf(Buffer.from(segment(0xe0, [...JFIF, 0, 0])))).toBeGreaterThan(18);
  });

  test('are rewritten only where a frame has text', async () => {
    const file = fileOf('1.2.840.10008.1.2.4.80', [...Array.from({ length: 20 }, () => LS), inFrontOf(LS, 2, COMMENT), LS], 22);
    const { pieces } = await deidentified(file);
    expect(pieces.filter(({ isRange }) => !isRange).map(({ length }) => length)[1]).toBe(NAME.length);
  });
});

describe('text in pixel data outside the frames', () => {
  test('in place of the offset table, or before the first frame, is removed', async () => {
    const file = fileOf('1.2.840.10008.1.2.4.80', [Uint8Array.from(ascii(`${NAME} `)), LS], 1);
    const at = (await open(file)).description.pixelData!.offset;
    const table = Uint8Array.of(0xfe, 0xff, 0, 0xe0, 12, 0, 0, 0, ...ascii(`${NAME} `));
    const named = joinBytes([file.subarray(0, at), table, file.subarray(at + 8)]);
    const { bytes } = await deidentified(named);
    expect((await pixelsOf(await open(named))).indexOf(NAME)).toBe(8);
    expect((await pixelsOf(await open(bytes))).indexOf(NAME)).toBe(-1);
  });

  test('in place of a JPEG marker is removed', async () => {
    const { bytes } = await deidentified(fileOf('1.2.840.10008.1.2.4.51', [inFrontOf(IN_SCANS, 2, ascii(NAME))], 1));
    const pixels = await pixelsOf(await open(bytes));
    expect(pixels.subarray(16, 18 + NAME.length)).toEqual(Buffer.from([0xff, 0xd8, ...zeros(8 * NAME.length)]));
    expect(pixels.subarray(18 + NAME.length).equals(Buffer.from([...IN_SCANS.subarray(2), 0, 0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]))).toBe(
      true,
    );
  });

  test('a valid offset table is kept', async () => {
    const file = fileOf('1.2.840.10008.1.2.4.80', [LS, LS], 2);
    const at = (await open(file)).description.pixelData!.offset;
    const table = Uint8Array.of(0xfe, 0xff, 0, 0xe0, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0);
    const { bytes } = await deidentified(joinBytes([file.subarray(0, at), table, file.subarray(at + 8)]));
    expect((await pixelsOf(await open(bytes))).subarray(0, 16)).toEqual(Buffer.from(table));
  });

  test.each([
    ['', undefined],
    [', with redaction boxes', { rows: 4, columns: 4, boxes: [{ row: 0, column: 0, rows: 2, columns: 2 }], isClean: false }],
  ])('after uncompressed samples is removed%s', async (_what, burnedIn) => {
    const samples = Array.from({ length: 16 }, (_, at) => [at + 1, 1]).flat();
    const file = smallFile({ PixelData: Uint8Array.from([...samples, ...ascii(`${NAME} `)]) });
    const { bytes } = await deidentified(file, {}, '', burnedIn);
    const pixels = await pixelsOf(await open(bytes));
    expect(pixels.subarray(32)).toEqual(Buffer.alloc(12));
    expect([...pixels.subarray(16, 32)]).toEqual(samples.slice(16));
    const smuggled = joinBytes([bytes.subarray(0, -12), Uint8Array.from(ascii(`${NAME} `))]);
    expect(await stillIdentifies(await open(smuggled), BASIC_PROFILE, () => true)).toEqual({ ok: true, tags: [0x7fe00010] });
  });
});

describe('text within a frame', () => {
  const zeros = (length: number): number[] => Array.from({ length }, () => 0);
  const END = [0xff, 0xd9];
  /** Its data has letters, a stuffed byte, a restart and what is no marker. */
  const SCAN = [0xff, 0xda, 0, 4, 1, 2, ...ascii('AB'), 0xff, 0, 0xff, 0xd7, 0xff, 0xbf, 0, 4, ...ascii('AB')];
  const jpeg = (...parts: readonly number[][]): number[] => [0xff, 0xd8, ...parts.flat(), ...SCAN, ...END];
  const j2k = (...parts: readonly number[][]): number[] => [0xff, 0x4f, 0xff, 0x51, 0, 4, 1, 2, ...parts.flat()];
  /** A tile-part: its head (SOT, 10 bytes behind the marker) says how long it is, up to its data. */
  const tilePart = (header: readonly number[], data: readonly number[]): number[] => [
    ...[0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 14 + header.length + data.length, 0, 1],
    ...header,
    ...[0xff, 0x93],
    ...data,
  ];
  const word = segment(0x64, ascii('HERON'));
  const noWord = segment(0x64, zeros(5));
  const jp2Of = (...boxes: readonly Uint8Array[]): number[] => [
    ...box('jP  ', [0x0d, 0x0a, 0x87, 0x0a]),
    ...boxes.flatMap((one) => [...one]),
  ];

  /** Bytes of the only frame as they leave. */
  async function left(frame: readonly number[], fragments = [Uint8Array.from(frame)]): Promise<number[]> {
    const { bytes } = await deidentified(fileOf('1.2.840.10008.1.2.4.90', fragments, 1));
    const pixels = await pixelsOf(await open(bytes));
    // Behind the empty offset table and the head of the fragment.
    return [...pixels.subarray(16, 16 + frame.length)];
  }

  test.each([
    ['a comment is removed', jpeg(segment(0xfe, ascii('HERON'))), jpeg(segment(0xfe, zeros(5)))],
    ['an application segment is removed, the first', jpeg(segment(0xe0, ascii('HERON'))), jpeg(segment(0xe0, zeros(5)))],
    ['an application segment is removed, the last', jpeg(segment(0xef, ascii('HERON'))), jpeg(segment(0xef, zeros(5)))],
    ['an extension that no decoder knows is removed', jpeg(segment(0xf0, ascii('AB'))), jpeg(segment(0xf0, zeros(2)))],
    [
      'other segments are kept, of JPEG-LS too',
      jpeg(segment(0xdf, ascii('AB')), segment(0xf7, ascii('AB')), segment(0xf8, ascii('AB'))),
      jpeg(segment(0xdf, ascii('AB')), segment(0xf7, ascii('AB')), segment(0xf8, ascii('AB'))),
    ],
    [
      'tables and frames are kept',
      jpeg(segment(0xdb, ascii('AB')), segment(0xc0, ascii('AB'))),
      jpeg(segment(0xdb, ascii('AB')), segment(0xc0, ascii('AB'))),
    ],
    ['a comment after fill bytes is removed', jpeg([0xff, 0xff], segment(0xfe, ascii('AB'))), jpeg([0xff, 0xff], segment(0xfe, zeros(2)))],
    [
      'a comment after an unknown segment is removed',
      jpeg([0xff, 0x02, 0, 4, 1, 2], segment(0xfe, ascii('AB'))),
      jpeg([0xff, 0x02, 0, 4, 1, 2], segment(0xfe, zeros(2))),
    ],
    ['a comment after a restart is removed', jpeg([0xff, 0xd0], segment(0xfe, ascii('AB'))), jpeg([0xff, 0xd0], segment(0xfe, zeros(2)))],
    [
      'a stuffed bit of JPEG-LS is data, and a comment after the scan is removed',
      [0xff, 0xd8, ...segment(0xf7, [1, 2]), 0xff, 0xda, 0, 2, 0xff, 0x7f, ...ascii('AB'), ...segment(0xfe, ascii('AB')), ...END],
      [0xff, 0xd8, ...segment(0xf7, [1, 2]), 0xff, 0xda, 0, 2, 0xff, 0x7f, ...ascii('AB'), ...segment(0xfe, zeros(2)), ...END],
    ],
    [
      'nothing is searched after a segment without a length',
      jpeg([0xff, 0xdb, 0, 1], segment(0xfe, ascii('AB'))),
      jpeg([0xff, 0xdb, 0, 1], segment(0xfe, ascii('AB'))),
    ],
    ['Adobe is kept', jpeg(ADOBE), jpeg(ADOBE)],
    [
      'Adobe with trailing data is removed',
      jpeg(segment(0xee, [...ascii('Adobe'), ...ascii('HERON12')].concat(1))),
      jpeg(segment(0xee, zeros(13))),
    ],
    ['Adobe under another marker is removed', jpeg(segment(0xed, ADOBE.slice(4))), jpeg(segment(0xed, zeros(12)))],
    ['a name of the same length is removed', jpeg(segment(0xee, ascii('HERON^QUIET!'))), jpeg(segment(0xee, zeros(12)))],
    ['the colour transform of JPEG-LS is kept', jpeg(segment(0xe8, ascii('mrfx1 '))), jpeg(segment(0xe8, ascii('mrfx1 ')))],
    [
      'the colour transform of JPEG-LS with trailing data is removed',
      jpeg(segment(0xe8, ascii('mrfx1HERON'))),
      jpeg(segment(0xe8, zeros(10))),
    ],
    [
      'the colour transform of JPEG-LS under another marker is removed',
      jpeg(segment(0xe9, ascii('mrfx1 '))),
      jpeg(segment(0xe9, zeros(6))),
    ],
    ['another text under the marker of JPEG-LS is removed', jpeg(segment(0xe8, ascii('HERON '))), jpeg(segment(0xe8, zeros(6)))],
    [
      'the SPIFF header is kept',
      jpeg(segment(0xe8, [...ascii('SPIFF\0'), ...zeros(24).fill(7)])),
      jpeg(segment(0xe8, [...ascii('SPIFF\0'), ...zeros(24).fill(7)])),
    ],
    [
      'the SPIFF header with trailing data is removed',
      jpeg(segment(0xe8, [...ascii('SPIFF\0'), ...zeros(25).fill(7)])),
      jpeg(segment(0xe8, zeros(31))),
    ],
    ['a name of the length of a SPIFF header is removed', jpeg(segment(0xe8, zeros(30).fill(65))), jpeg(segment(0xe8, zeros(30)))],
    ['JFIF under another marker is removed', jpeg(segment(0xe1, [...JFIF, 0, 0])), jpeg(segment(0xe1, zeros(14)))],
    ['truncated JFIF is removed', jpeg(segment(0xe0, JFIF)), jpeg(segment(0xe0, zeros(12)))],
    ['JFXX is removed', jpeg(segment(0xe0, [...ascii('JFXX\0'), ...zeros(20).fill(9)])), jpeg(segment(0xe0, zeros(25)))],
    ['a comment in the main header of JPEG 2000 is removed', j2k(word, END), j2k(noWord, END)],
    [
      'a comment in every tile-part of JPEG 2000 is removed',
      j2k(tilePart(word, [1, 2]), tilePart(word, [3]), END),
      j2k(tilePart(noWord, [1, 2]), tilePart(noWord, [3]), END),
    ],
    ['the coded bytes of JPEG 2000 are kept, whatever they look like', j2k(tilePart([], word), END), j2k(tilePart([], word), END)],
    ['nothing is searched in JPEG 2000 after an invalid marker', j2k([0x11, 0x22, 0, 2], word), j2k([0x11, 0x22, 0, 2], word)],
    ['nothing is searched in JPEG 2000 after a segment without a length', j2k([0xff, 0x52, 0, 1], word), j2k([0xff, 0x52, 0, 1], word)],
    ['other segments of JPEG 2000 are kept', j2k(segment(0x52, ascii('AB')), word, END), j2k(segment(0x52, ascii('AB')), noWord, END)],
    [
      'the last tile-part of JPEG 2000 may omit its length',
      j2k([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1], word, [0xff, 0x93], word),
      j2k([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1], noWord, [0xff, 0x93], word),
    ],
    [
      'a text box of JP2 becomes free space',
      jp2Of(box('xml ', ascii('HERON')), box('jp2c', j2k(END))),
      jp2Of(box('free', zeros(5)), box('jp2c', j2k(END))),
    ],
    [
      'content of JP2 free space is removed',
      jp2Of(box('free', ascii('HERON')), box('jp2c', j2k(END))),
      jp2Of(box('free', zeros(5)), box('jp2c', j2k(END))),
    ],
    ['JP2 free space is kept', jp2Of(box('free', zeros(5)), box('jp2c', j2k(END))), jp2Of(box('free', zeros(5)), box('jp2c', j2k(END)))],
    [
      'JP2 boxes needed for decoding are kept',
      jp2Of(box('ftyp', ascii('AB')), box('jp2h', box('ihdr', ascii('AB')))),
      jp2Of(box('ftyp', ascii('AB')), box('jp2h', box('ihdr', ascii('AB')))),
    ],
    ['invalid boxes in the JP2 header are removed', jp2Of(box('jp2h', ascii('AB'))), jp2Of(box('jp2h', zeros(2)))],
    ['a comment in the codestream of JP2 is removed', jp2Of(box('jp2c', j2k(word, END))), jp2Of(box('jp2c', j2k(noWord, END)))],
    [
      'a last JP2 box without a length reaches to the end',
      jp2Of(Uint8Array.from([0, 0, 0, 0, ...ascii('uuid'), ...ascii('HERON')])),
      jp2Of(Uint8Array.from([0, 0, 0, 0, ...ascii('free'), ...zeros(5)])),
    ],
    [
      'nothing is searched after a truncated JP2 box',
      jp2Of(Uint8Array.from([0, 0, 0, 7, ...ascii('uuid'), ...box('xml ', ascii('AB'))])),
      jp2Of(Uint8Array.from([0, 0, 0, 7, ...ascii('uuid'), ...box('xml ', ascii('AB'))])),
    ],
    ['nothing is searched in another codec', [1, 2, 3, 4, ...segment(0xfe, ascii('AB'))], [1, 2, 3, 4, ...segment(0xfe, ascii('AB'))]],
  ])('%s', async (_what, frame, expected) => {
    expect(await left(frame)).toEqual(expected);
  });

  test('a comment that ends with the file is removed up to its end', async () => {
    expect(await left([0xff, 0xd8, 0xff, 0xfe, 0, 20, ...ascii('HERON!')])).toEqual([0xff, 0xd8, 0xff, 0xfe, 0, 20, ...zeros(6)]);
  });
});

describe('patches of a source', () => {
  const source = createMemorySource(Uint8Array.from({ length: 100_000 }, (_, n) => (n % 250) + 1));
  const patches = [
    { from: 50_010, to: 50_020, fill: 8 },
    { from: 10, to: 20, fill: 0 },
    { from: 30, to: 31, fill: 7 },
  ];
  const made = patched(source, [{ offset: 5, length: 99_990 }], patches);

  test('appear in every read, wherever it begins and ends', async () => {
    const expected = [...(await source.read(0, 100_000))];
    for (const { from, to, fill } of patches) expected.fill(fill, from, to);
    expect([...(await made.source.read(0, 100_000))]).toEqual(expected);
    for (let from = 8; from < 33; from += 1)
      for (let to = from; to < 33; to += 1) expect([...(await made.source.read(from, to - from))]).toEqual(expected.slice(from, to));
    expect(made.source.size).toBe(100_000);
  });

  test('do not change the bytes that the source returned', async () => {
    const own = Uint8Array.of(1, 2, 3, 4);
    const shared = patched({ size: 4, read: async () => own }, [{ offset: 0, length: 4 }], [{ from: 1, to: 2, fill: 0 }]);
    expect([...(await shared.source.read(0, 4))]).toEqual([1, 0, 3, 4]);
    expect([...own]).toEqual([1, 2, 3, 4]);
  });

  test('form one piece with what is close to them, and distant bytes stay a range', () => {
    expect(made.pieces).toEqual([
      { offset: 5, length: 5 },
      { offset: 10, length: 21, isPainted: true },
      { offset: 31, length: 50_010 - 31 },
      { offset: 50_010, length: 10, isPainted: true },
      { offset: 50_020, length: 99_995 - 50_020 },
    ]);
    expect(patched(source, [{ offset: 0, length: 20 }], [{ from: 0, to: 20, fill: 0 }]).pieces).toEqual([
      { offset: 0, length: 20, isPainted: true },
    ]);
  });
});
