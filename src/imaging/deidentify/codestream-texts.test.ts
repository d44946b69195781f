import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/decode-frame.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/read-header.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { encodeJpeg2000, encodeJpegLs } from '#tests/fixtures/encoded.ts';
import { jpegStream, segment } from '#tests/fixtures/jpeg-stream.ts';
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
    box('jp2h', joinBytes([box('ihdr', [0, 0, 0, rows, 0, 0, 0, columns, 0, 1, 15, 7, 0, 0]), box('colr', [1, 0, 0, 0, 0, 0, 17])])),
    box('xml ', ascii(NAME)),
    box('jp2c', stream),
    box('uuid', ascii(NAME)),
  ]);

const STREAMS: [string, string, Uint8Array, Uint8Array][] = [
  ['JPEG', '1.2.840.10008.1.2.4.70', LOSSLESS, inFrontOf(LOSSLESS, 2, THUMBNAIL, ADOBE, COMMENT, EXIF, LONG)],
  ['JPEG-LS', '1.2.840.10008.1.2.4.80', LS, inFrontOf(LS, 2, COMMENT, EXIF)],
  ['JPEG 2000', '1.2.840.10008.1.2.4.90', J2K, inFrontOf(J2K, behindSiz, J2K_COMMENT)],
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
  test('is gone where the file leaves, and every frame decodes to what it was', async () => {
    const file = fileOf(syntax, [named, bare, named], 3);
    const left = await deidentified(file);
    const [before, after] = [await open(file), await open(left.bytes)];
    expect((await pixelsOf(before)).indexOf(NAME)).toBeGreaterThan(0);
    expect((await pixelsOf(after)).indexOf(NAME)).toBe(-1);
    expect((await pixelsOf(after)).length).toBe((await pixelsOf(before)).length);
    for (const frame of [0, 1, 2]) expect(await frameOf(after, frame)).toEqual(await frameOf(before, frame));
  });

  test('is gone where it is cut by fragments', async () => {
    const cut = named.length > 30_000 ? 5_000 : 26;
    const file = fileOf(syntax, [named.subarray(0, 22), named.subarray(22, cut), named.subarray(cut)], 1);
    const after = await open((await deidentified(file)).bytes);
    expect((await pixelsOf(after)).indexOf(NAME.slice(-6))).toBe(-1);
    expect(await frameOf(after, 0)).toEqual(await frameOf(await open(file), 0));
  });

  test('is what a second look at a file that leaves finds, and only there', async () => {
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
  test('leave as one range of what was there', async () => {
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

  test('of which one has text are made anew only there', async () => {
    const file = fileOf('1.2.840.10008.1.2.4.80', [...Array.from({ length: 20 }, () => LS), inFrontOf(LS, 2, COMMENT), LS], 22);
    const { pieces } = await deidentified(file);
    expect(pieces.filter(({ isRange }) => !isRange).map(({ length }) => length)[1]).toBe(NAME.length);
  });
});
