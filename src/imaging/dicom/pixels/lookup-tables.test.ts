import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { decodeFrame } from './decode-frame.ts';
import { readLookupTable } from './lookup-tables.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';

async function frameOf(bytes: Uint8Array) {
  const read = await readDicomHeader(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.detail);
  const decoded = await decodeFrame(read.source, read.description, 0);
  if (!decoded.ok) throw new Error(decoded.why);
  return decoded.frame;
}

const US = 'US';
const pixels = { Rows: 1, Columns: 4, BitsAllocated: 8, BitsStored: 8, HighBit: 7 };

describe('PALETTE COLOR', () => {
  const palette = (descriptor: number[], tables: [Uint8Array, Uint8Array, Uint8Array], vr = 'OW') => [
    ...[0x00281101, 0x00281102, 0x00281103].map((tag) => ({ tag, vr: US, value: descriptor })),
    ...tables.map((value, index) => ({ tag: 0x00281201 + index, vr, value })),
  ];
  const file = (more: ReturnType<typeof palette>, values: number[], transferSyntaxUid: string = TRANSFER_SYNTAX.explicitLittleEndian) =>
    smallFile(
      { ...pixels, PhotometricInterpretation: 'PALETTE COLOR', PixelData: Uint8Array.from(values) },
      { elements: more, transferSyntaxUid },
    );

  test('of 16 bits shows the upper 8 of each entry, in every uncompressed syntax', async () => {
    for (const uid of [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian]) {
      const tables = [
        [0x1000, 0x2000],
        [0x3000, 0x4000],
        [0x5000, 0xff00],
      ].map((entries) => words(entries)) as [Uint8Array, Uint8Array, Uint8Array];
      const frame = await frameOf(file(palette([2, 0, 16], tables), [0, 1, 1, 0], uid));
      expect(frame.kind).toBe('rgb');
      expect([...frame.samples]).toEqual([0x10, 0x30, 0x50, 0x20, 0x40, 0xff, 0x20, 0x40, 0xff, 0x10, 0x30, 0x50]);
    }
  });

  test('of 8 bits has bytes, or a word for each entry', async () => {
    const bytes = Uint8Array.of(10, 20);
    expect([...(await frameOf(file(palette([2, 0, 8], [bytes, bytes, bytes]), [0, 1, 1, 0]))).samples.slice(0, 6)]).toEqual([
      10, 10, 10, 20, 20, 20,
    ]);
    const spread = words([10, 20]);
    expect([...(await frameOf(file(palette([2, 0, 8], [spread, spread, spread]), [0, 1, 1, 0]))).samples.slice(0, 6)]).toEqual([
      10, 10, 10, 20, 20, 20,
    ]);
  });

  test('clamps values before the first and after the last entry', async () => {
    const table = words([0x0a00, 0x0b00]);
    const frame = await frameOf(file(palette([2, 100, 16], [table, table, table]), [0, 100, 101, 255]));
    expect([...frame.samples].filter((_, index) => index % 3 === 0)).toEqual([10, 10, 11, 11]);
  });

  test('without its tables, or with truncated ones, is refused by name', async () => {
    const short = words([1]);
    for (const tables of [[], palette([2, 0, 16], [short, short, short])]) {
      const read = await readDicomHeader(createMemorySource(file(tables, [0, 0, 0, 0])));
      if (!read.ok) throw new Error(read.detail);
      expect(await decodeFrame(read.source, read.description, 0)).toEqual({ ok: false, why: 'unsupported', detail: 'palette' });
    }
  });
});

describe('palette segments', () => {
  const read = async (numbers: number[], entries: number) => {
    const bytes = words(numbers);
    const place = { entries, first: 0, bits: 16, offset: 0, length: bytes.length, isBigEndian: false, isSegmented: true };
    const table = await readLookupTable(createMemorySource(bytes), place);
    return table && [...table.values];
  };

  test('are runs, straight lines, and repeated earlier segments', async () => {
    expect(await read([0, 2, 5, 7, 1, 4, 15], 6)).toEqual([5, 7, 9, 11, 13, 15]);
    expect(await read([0, 2, 5, 7, 2, 1, 0, 0], 4)).toEqual([5, 7, 5, 7]);
  });

  test('that are incomplete, recursive or unknown are refused', async () => {
    expect(await read([0, 2, 5, 7], 6)).toBe(null);
    expect(await read([0, 2, 5, 7, 2, 2, 0, 0], 60_000)).toBe(null);
    expect(await read([2, 1, 0, 0], 4)).toBe(null);
    expect(await read([1, 4, 15], 4)).toBe(null);
    expect(await read([9, 4, 15], 4)).toBe(null);
  });

  test('longer than the table end with it', async () => {
    expect(await read([0, 1, 5, 1, 65_535, 9], 4)).toEqual([5, 5, 5, 5]);
  });
});

describe('greyscale lookup tables', () => {
  const item = (descriptor: number[], entries: number[]) => ({
    items: [
      [
        { tag: 0x00283002, vr: US, value: descriptor },
        { tag: 0x00283006, vr: 'OW', value: words(entries) },
      ],
    ],
  });
  const file = (tag: number, descriptor: number[], entries: number[], more = {}) =>
    smallFile(
      { ...pixels, PixelData: Uint8Array.of(0, 1, 2, 9), ...more },
      { elements: [{ tag, vr: 'SQ', value: item(descriptor, entries) }] },
    );

  test('for the modality replace slope and intercept', async () => {
    const frame = await frameOf(file(0x00283000, [3, 0, 16], [1000, 3000, 2000]));
    expect([...frame.samples]).toEqual([1000, 3000, 2000, 2000]);
  });

  test('start below zero when stored values are signed', async () => {
    const signed = { PixelRepresentation: 1, PixelData: Uint8Array.of(0xff, 0, 1, 0x80) };
    const frame = await frameOf(file(0x00283000, [3, 0xffff, 16], [7, 8, 9], signed));
    expect([...frame.samples]).toEqual([7, 8, 9, 7]);
  });

  test('for values of interest are returned with the frame', async () => {
    const frame = await frameOf(file(0x00283010, [3, 1, 12], [0, 2000, 4095]));
    expect(frame).toMatchObject({ voiLut: { first: 1, values: Uint16Array.of(0, 2000, 4095), highest: 4095 } });
    expect([...frame.samples]).toEqual([0, 1, 2, 9]);
  });

  test('that are shorter than declared are ignored', async () => {
    const frame = await frameOf(file(0x00283010, [300, 1, 12], [0, 2000, 4095]));
    expect(frame).not.toHaveProperty('voiLut');
  });
});
