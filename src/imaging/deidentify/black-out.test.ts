import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { Frame } from '#imaging/frame.ts';
import type { BurnedIn, PictureBox } from '#model/pictures/burned-in.ts';
import { deidentified, refusal } from '#tests/fixtures/deidentified.ts';
import { deflatedFile, smallFile, words } from '#tests/fixtures/dicom-file.ts';
import dicomParser from 'dicom-parser';

const [ROWS, COLUMNS, FRAMES] = [4, 5, 3];
const BOX: PictureBox = { row: 1, column: 1, rows: 2, columns: 3 };
const said = (boxes: readonly PictureBox[], more: Partial<BurnedIn> = {}): BurnedIn => ({
  rows: ROWS,
  columns: COLUMNS,
  boxes,
  isClean: false,
  ...more,
});

interface Layout {
  values: Parameters<typeof smallFile>[0];
  syntax?: string;
  columns?: number;
  /** Bits of a pixel, with its share of what it has in common with its neighbour. */
  bits: number;
  /** What is decoded of a black pixel. */
  black: number | 'rgb';
}

const grey = (BitsAllocated: number, BitsStored = BitsAllocated, more: Layout['values'] = {}): Layout['values'] => ({
  ...{ PhotometricInterpretation: 'MONOCHROME2', SamplesPerPixel: 1, PixelRepresentation: 0 },
  ...{ BitsAllocated, BitsStored, HighBit: BitsStored - 1, ...more },
});
const colour = (PhotometricInterpretation: string, BitsAllocated = 8, PlanarConfiguration = 0): Layout['values'] =>
  grey(BitsAllocated, BitsAllocated, { PhotometricInterpretation, SamplesPerPixel: 3, PlanarConfiguration });
const INVERTED = { PhotometricInterpretation: 'MONOCHROME1' };
const SIGNED = { PixelRepresentation: 1 };
const BIG_ENDIAN = TRANSFER_SYNTAX.explicitBigEndian;
const PALETTE = {
  PhotometricInterpretation: 'PALETTE COLOR',
  ...Object.fromEntries(
    ['Red', 'Green', 'Blue'].flatMap((colour, channel) => [
      [`${colour}PaletteDescriptor`, words([256, 0, 16])],
      [`${colour}PaletteData`, words(Array.from({ length: 256 }, (_, n) => (n === 77 ? 0 : 0x4000 + n * 64 + channel)))],
    ]),
  ),
};

const LAYOUTS: Record<string, Layout> = {
  '1 bit, frames that begin inside of a byte': { values: grey(1), bits: 1, black: 0 },
  '1 bit, inverted': { values: grey(1, 1, INVERTED), bits: 1, black: 1 },
  '1 bit, big endian': { values: grey(1), syntax: BIG_ENDIAN, bits: 1, black: 0 },
  '8 bits': { values: grey(8), bits: 8, black: 0 },
  '8 bits, inverted': { values: grey(8, 8, INVERTED), bits: 8, black: 255 },
  '8 bits, big endian: swapped pairs': { values: grey(8), syntax: BIG_ENDIAN, bits: 8, black: 0 },
  '16 bits, implicit': { values: grey(16), syntax: TRANSFER_SYNTAX.implicitLittleEndian, bits: 16, black: 0 },
  '16 bits, of which 12 count, inverted': { values: grey(16, 12, INVERTED), bits: 16, black: 4095 },
  '16 bits, of which the upper 12 count, inverted': { values: grey(16, 12, { ...INVERTED, HighBit: 15 }), bits: 16, black: 4095 },
  '16 bits, signed': { values: grey(16, 16, SIGNED), bits: 16, black: -32768 },
  '16 bits, signed, of which 12 count': { values: grey(16, 12, SIGNED), bits: 16, black: -2048 },
  '16 bits, signed, inverted, big endian': { values: grey(16, 12, { ...SIGNED, ...INVERTED }), syntax: BIG_ENDIAN, bits: 16, black: 2047 },
  '32 bits, inverted': { values: grey(32, 32, INVERTED), bits: 32, black: 2 ** 32 - 1 },
  '32 bits, big endian': { values: grey(32), syntax: BIG_ENDIAN, bits: 32, black: 0 },
  'a slope that turns grey round': { values: grey(16, 12, { RescaleSlope: '-1', RescaleIntercept: '0' }), bits: 16, black: 4095 },
  palette: { values: grey(8, 8, PALETTE), bits: 8, black: 'rgb' },
  RGB: { values: colour('RGB'), bits: 24, black: 'rgb' },
  'RGB in planes': { values: colour('RGB', 8, 1), bits: 24, black: 'rgb' },
  'RGB in planes, big endian': { values: colour('RGB', 8, 1), syntax: BIG_ENDIAN, bits: 24, black: 'rgb' },
  'RGB of 16 bits': { values: colour('RGB', 16), bits: 48, black: 'rgb' },
  YBR_FULL: { values: colour('YBR_FULL'), bits: 24, black: 'rgb' },
  'YBR_FULL in planes': { values: colour('YBR_FULL', 8, 1), bits: 24, black: 'rgb' },
  'YBR_FULL of 16 bits, big endian': { values: colour('YBR_FULL', 16), syntax: BIG_ENDIAN, bits: 48, black: 'rgb' },
  YBR_FULL_422: { values: colour('YBR_FULL_422'), columns: 6, bits: 16, black: 'rgb' },
  YBR_PARTIAL_422: { values: colour('YBR_PARTIAL_422'), columns: 6, bits: 16, black: 'rgb' },
};

describe.each(Object.entries(LAYOUTS))('%s', (_name, { values, syntax, columns = COLUMNS, bits, black }) => {
  const length = Math.ceil((ROWS * columns * FRAMES * bits) / 16) * 2;
  const some = Uint8Array.from({ length }, (_, n) => (n * 151 + 37) & 0xff);
  const size = { Rows: ROWS, Columns: columns, NumberOfFrames: FRAMES };
  const fileOf = (pixels: Uint8Array) =>
    smallFile({ ...values, ...size, PixelData: pixels }, { transferSyntaxUid: syntax ?? TRANSFER_SYNTAX.explicitLittleEndian });
  // Two pixels that share their chrominance are black together.
  const isShared = columns !== COLUMNS;
  const box = isShared ? { ...BOX, column: 0, columns: 4 } : BOX;
  const isIn = (row: number, column: number) =>
    row >= box.row && row < box.row + box.rows && column >= box.column && column < box.column + box.columns;

  test('the box is black in every frame, and every other pixel is drawn as before', async () => {
    const before = fileOf(some);
    const after = (await deidentified(before, {}, '', said([BOX], { columns }))).bytes;
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const [was, is] = [await drawn(before, frame), await drawn(after, frame)];
      const samples = was.kind === 'rgb' ? 3 : 1;
      const wanted = Array.from(was.samples, (sample, n) => {
        const pixel = Math.floor(n / samples);
        return isIn(Math.floor(pixel / columns), pixel % columns) ? (black === 'rgb' ? 0 : black) : sample;
      });
      expect(Array.from(is.samples)).toEqual(wanted);
    }
  });

  test('no bit outside the box changes, whatever its value', async () => {
    const turned = some.map((byte) => byte ^ 0xff);
    const [one, other] = await Promise.all(
      [some, turned].map(async (pixels) => pixelsOf((await deidentified(fileOf(pixels), {}, '', said([BOX], { columns }))).bytes)),
    );
    const painted = one!.map((byte, n) => ~(byte ^ other![n]!) & 0xff);
    expect(painted.reduce((sum, byte) => sum + bitCount(byte), 0)).toBe(box.rows * box.columns * bits * FRAMES);
    one!.forEach((byte, n) => expect(byte & ~painted[n]!).toBe(some[n]! & ~painted[n]!));
  });
});

describe('a file with redaction boxes', () => {
  const large = { Rows: 300, Columns: 200, BitsAllocated: 8, BitsStored: 8, HighBit: 7 };
  const pixels = Uint8Array.from({ length: 300 * 200 }, (_, n) => (n * 7) & 0xff);
  const LARGE = { rows: 300, columns: 200, isClean: false };

  test('keeps bytes that are far from the boxes as ranges of the source', async () => {
    const boxes = [{ row: 2, column: 3, rows: 10, columns: 20 }];
    const { pieces, report } = await deidentified(smallFile({ ...large, PixelData: pixels }), {}, '', { ...LARGE, boxes });
    expect(pieces.map(({ isRange, length }) => (isRange ? length : 'new'))).toEqual(['new', 403, 'new', 60_000 - 2223]);
    expect(report.pictures.blackedOut).toBe(1);
  });

  test('may have boxes that overlap or touch the edges', async () => {
    const boxes = [
      { row: 0, column: 0, rows: 300, columns: 1 },
      { row: 0, column: 0, rows: 1, columns: 200 },
      { row: 299, column: 150, rows: 1, columns: 50 },
    ];
    const after = pixelsOf((await deidentified(smallFile({ ...large, PixelData: pixels }), {}, '', { ...LARGE, boxes })).bytes);
    const isIn = (row: number, column: number) => column === 0 || row === 0 || (row === 299 && column >= 150);
    expect(after).toEqual(pixels.map((byte, n) => (isIn(Math.floor(n / 200), n % 200) ? 0 : byte)));
  });

  test('is redacted in frames that exist but are not counted', async () => {
    const twice = Uint8Array.from({ length: 2 * ROWS * COLUMNS }, () => 9);
    const size = { Rows: ROWS, Columns: COLUMNS, PixelData: twice };
    const after = pixelsOf((await deidentified(smallFile({ ...grey(8), ...size }), {}, '', said([BOX]))).bytes);
    expect(after.filter((byte) => byte === 0)).toHaveLength(2 * BOX.rows * BOX.columns);
  });

  test('is redacted after inflating when it is deflated', async () => {
    const box = { row: 0, column: 0, rows: 1, columns: 2 };
    const { bytes } = await deidentified(deflatedFile(), {}, '', { rows: 4, columns: 4, boxes: [box], isClean: false });
    expect([...new Uint16Array(pixelsOf(bytes).slice().buffer)].slice(0, 4)).toEqual([0, 0, 200, 300]);
  });

  test('has the code of the option, and says that it contains no text only when the user confirmed that', async () => {
    const file = smallFile({ Rows: 4, Columns: 4 }, { elements: [{ tag: 0x00280301, vr: 'CS', value: 'YES' }] });
    const told = async (boxes: readonly PictureBox[], isClean: boolean) => {
      const dataSet = dicomParser.parseDicom((await deidentified(file, {}, '', { rows: 4, columns: 4, boxes, isClean })).bytes);
      const codes = dataSet.elements['x00120064']!.items!.map(({ dataSet: item }) => item!.string('x00080100'));
      return [dataSet.string('x00280301'), codes];
    };
    expect(await told([BOX], false)).toEqual(['YES', ['113100', '113101']]);
    expect(await told([BOX], true)).toEqual(['NO', ['113100', '113101']]);
    expect(await told([], true)).toEqual(['NO', ['113100']]);
  });

  test.each([
    { rows: 5, columns: 4 },
    { rows: 4, columns: 5 },
  ])('is not redacted when its image has another size: %o', async (size) => {
    const other = { ...said([BOX], { isClean: true }), ...size };
    const dataSet = dicomParser.parseDicom((await deidentified(smallFile({ Rows: 4, Columns: 4 }), {}, '', other)).bytes);
    expect(dataSet.string('x00280301')).toBeUndefined();
    expect(pixelsOf(dataSet.byteArray as Uint8Array)).toEqual(pixelsOf(smallFile()));
  });
});

describe('redaction boxes are refused by name', () => {
  const boxes = { rows: 4, columns: 4, boxes: [BOX], isClean: false };

  test('when pixels are compressed', async () => {
    const file = smallFile({ PixelData: { fragments: [Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)] } }, { transferSyntaxUid: JPEG });
    expect(await refusal(file, boxes)).toEqual({ ok: false, why: 'boxes-compressed' });
    expect(await refusal(file, { ...boxes, boxes: [] })).toMatchObject({ ok: true });
  });

  test.each([
    ['fewer bytes than pixels', { PixelData: new Uint8Array(30) }],
    [
      'an unknown photometric interpretation',
      { PhotometricInterpretation: 'HSV', SamplesPerPixel: 3, BitsAllocated: 8, BitsStored: 8, HighBit: 7 },
    ],
    ['packed bits', { BitsAllocated: 12, BitsStored: 12, HighBit: 11 }],
    ['a missing palette', { PhotometricInterpretation: 'PALETTE COLOR' }],
  ] as const)('with %s', async (_what, values) => {
    expect(await refusal(smallFile(values), boxes)).toEqual({ ok: false, why: 'boxes-layout' });
  });
});

const JPEG = '1.2.840.10008.1.2.4.50';

async function drawn(file: Uint8Array, frame: number): Promise<Frame> {
  const source = createMemorySource(file);
  const header = await readDicomHeader(source);
  if (!header.ok) throw new Error(header.why);
  const decoded = await decodeFrame(source, header.description, frame, null);
  if (!decoded.ok) throw new Error(decoded.why);
  return decoded.frame;
}

function pixelsOf(file: Uint8Array): Uint8Array {
  const { dataOffset, length } = dicomParser.parseDicom(file).elements['x7fe00010']!;
  return file.slice(dataOffset, dataOffset + length);
}

function bitCount(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length;
}
