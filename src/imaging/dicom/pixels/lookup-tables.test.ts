import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { decodeFrame } from './decode-frame.ts';
import { readLookupTable } from './lookup-tables.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';

async function frameOf(bytes: Uint8Array) {
  const read = await readDicomHeader(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.detail);
  const decoded = await decodeFrame(read.source, read.description, 0);
  if (!decoded.ok) throw new Error(decoded.why);
  return decoded.frame;
}

async function placesOf(bytes: Uint8Array) {
  const read = await readDicomHeader(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.detail);
  return read.description;
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

  test('of segments is read from them', async () => {
    const segments = words([0, 1, 0x0a00, 1, 1, 0x0b00]);
    const plain = palette([2, 0, 16], [segments, segments, segments]);
    const segmented = plain.map((one) => ({ ...one, tag: one.tag < 0x00281200 ? one.tag : one.tag + 0x20 }));
    const frame = await frameOf(file(segmented as typeof plain, [0, 1, 1, 0]));
    expect([...frame.samples].slice(0, 6)).toEqual([10, 10, 10, 11, 11, 11]);
  });

  test('of damaged segments is refused by name', async () => {
    const plain = palette([2, 0, 16], [words([9, 9]), words([9, 9]), words([9, 9])]);
    const segmented = plain.map((one) => ({ ...one, tag: one.tag < 0x00281200 ? one.tag : one.tag + 0x20 }));
    const read = await readDicomHeader(createMemorySource(file(segmented as typeof plain, [0, 1, 1, 0])));
    expect(read.ok && (await decodeFrame(read.source, read.description, 0))).toEqual({ ok: false, why: 'unsupported', detail: 'palette' });
  });

  test('in a grey image is not used', async () => {
    const table = words([0x0a00, 0x0b00]);
    const grey = smallFile({ ...pixels, PixelData: Uint8Array.of(0, 1, 1, 0) }, { elements: palette([2, 0, 16], [table, table, table]) });
    expect(await frameOf(grey)).toMatchObject({ kind: 'grey', samples: Uint8Array.of(0, 1, 1, 0) });
  });

  test.each([0, 1, 2])('without its table %i of the three colours is refused', async (missing) => {
    const table = words([0x0a00, 0x0b00]);
    const two = palette([2, 0, 16], [table, table, table]).filter(({ tag }) => tag !== 0x00281201 + missing);
    expect(await placesOf(file(two, [0, 0, 0, 0]))).not.toHaveProperty('palette');
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

  test('are repeated from any place of the table, each only as far as it goes', async () => {
    expect(await read([0, 2, 5, 7, 2, 1, 0, 0, 1, 2, 9], 6)).toEqual([5, 7, 5, 7, 8, 9]);
    expect(await read([0, 1, 5, 1, 2, 7, 2, 1, 6, 0], 5)).toEqual([5, 6, 7, 7, 7]);
    expect(await read([0, 1, 5, 1, 2, 7, 2, 2, 0, 0], 6)).toEqual([5, 6, 7, 5, 6, 7]);
    // Byte 0x10004 is behind a run of 32,768 words, its code and its length.
    const run = Array.from({ length: 32_768 }, () => 3);
    expect((await read([0, 32_768, ...run, 0, 1, 9, 2, 1, 4, 1], 32_770))?.slice(32_767)).toEqual([3, 9, 9]);
  });

  test('behind a full table are not read', async () => {
    expect(await read([0, 2, 5, 7, 9, 9], 2)).toEqual([5, 7]);
    expect(await read([0, 1, 5, 0, 3, 6, 7, 8], 2)).toEqual([5, 6]);
  });

  test('that are incomplete, recursive or unknown are refused', async () => {
    expect(await read([0, 2, 5, 7], 6)).toBe(null);
    expect(await read([0, 2, 5, 7, 2, 2, 0, 0], 60_000)).toBe(null);
    expect(await read([2, 1, 0, 0], 4)).toBe(null);
    expect(await read([1, 4, 15], 4)).toBe(null);
    expect(await read([9, 4, 15], 4)).toBe(null);
    expect(await read([0, 1, 5, 1, 3], 4)).toBe(null);
    expect(await read([0, 1, 5, 1], 4)).toBe(null);
    expect(await read([0, 1, 5, 0], 4)).toBe(null);
    expect(await read([0, 1, 5, 2, 1, 0, 0, 2, 2, 0, 0], 4)).toBe(null);
    expect(await read([0, 1, 5, 2, 1, 14, 0, 0, 1, 9], 3)).toBe(null);
  });

  test('longer than the table end with it', async () => {
    expect(await read([0, 1, 5, 1, 65_535, 9], 4)).toEqual([5, 5, 5, 5]);
  });
});

describe('a table is only taken with a descriptor that it fulfils', () => {
  const TABLE = 0x00283010;
  const of = async (descriptor: DicomElement['value'], bytes: number, more: Partial<Parameters<typeof smallFile>[1]> = {}) => {
    const item = [
      { tag: 0x00283002, vr: US, value: descriptor },
      { tag: 0x00283006, vr: 'OW', value: new Uint8Array(bytes) },
    ];
    const bigger = { tag: TABLE, vr: 'SQ', value: { items: [item] } };
    return (await placesOf(smallFile({}, { elements: [bigger], ...more }))).voiLut;
  };

  test.each([
    ['of one bit', [4, 0, 1], 4, { entries: 4, bits: 1 }],
    ['of 16 bits', [4, 0, 16], 8, { entries: 4, bits: 16 }],
    ['of 8 bits in bytes', [4, 0, 8], 4, { entries: 4, bits: 8 }],
    ['of 65,536 entries, written as 0', [0, 0, 8], 65_536, { entries: 65_536 }],
    ['of no bits', [4, 0, 0], 8, undefined],
    ['of 17 bits', [4, 0, 17], 80, undefined],
    ['of too few words', [4, 0, 9], 6, undefined],
    ['of too few bytes', [4, 0, 8], 2, undefined],
    ['of nothing', [4, 0, 8], 0, undefined],
    ['with two numbers instead of three', [4, 0], 8, undefined],
  ])('%s', async (_, descriptor, bytes, told) => {
    const place = await of(descriptor, bytes);
    if (told) expect(place).toMatchObject(told);
    else expect(place).toBeUndefined();
  });

  test('in big endian', async () => {
    const values = [4, 0x0102, 16];
    expect(await of(words(values, true), 8, { transferSyntaxUid: TRANSFER_SYNTAX.explicitBigEndian })).toMatchObject({
      ...{ entries: 4, first: 0x0102, bits: 16, isBigEndian: true },
    });
  });
});

describe('8-bit tables', () => {
  const read = async (bytes: number[], about: Partial<Parameters<typeof readLookupTable>[1]>) => {
    const place = { entries: 4, first: 0, bits: 8, offset: 0, length: bytes.length, isBigEndian: false, isSegmented: false, ...about };
    const table = await readLookupTable(createMemorySource(Uint8Array.from(bytes)), place);
    return table && [...table.values];
  };

  test('have their bytes in pairs that big-endian words swap', async () => {
    expect(await read([1, 2, 3, 4], {})).toEqual([1, 2, 3, 4]);
    expect(await read([2, 1, 4, 3], { isBigEndian: true })).toEqual([1, 2, 3, 4]);
  });

  test('may have a word for each entry, in the byte order of the file', async () => {
    expect(await read([1, 0, 2, 0, 3, 0, 4, 0], {})).toEqual([1, 2, 3, 4]);
    expect(await read([0, 1, 0, 2, 0, 3, 0, 4], { isBigEndian: true })).toEqual([1, 2, 3, 4]);
  });

  test('may be segmented', async () => {
    expect(await read([0, 1, 5, 1, 3, 8], { isSegmented: true })).toEqual([5, 6, 7, 8]);
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
