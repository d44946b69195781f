import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { elements, repeated, smallFile } from '#tests/fixtures/dicom-file.ts';
import { decodeFrame } from './pixels/decode-frame.ts';
import { HEADER_LIMITS } from './limits.ts';
import { readDicomHeader } from './header/read-header.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';
import type { DicomElement } from './write-dicom.ts';

const SYNTAXES = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];
const WORDS = ['not-dicom', 'cut-off', 'unsupported'];

const read = (bytes: Uint8Array) => readDicomHeader(createMemorySource(bytes));

/** Read, and decoded as far as it says it can be: whatever the bytes are, the answer is a value. */
async function outcome(bytes: Uint8Array): Promise<string> {
  const header = await read(bytes);
  if (!header.ok) return header.why;
  const decoded = await decodeFrame(createMemorySource(bytes), header.description, 0);
  return decoded.ok ? 'picture' : decoded.why;
}

describe('a truncated file', () => {
  test.each(SYNTAXES)('is refused by name or has no pixel data, wherever it ends (%s)', async (transferSyntaxUid) => {
    const bytes = smallFile(
      {
        PixelData: new Uint8Array(32),
        SharedFunctionalGroupsSequence: {
          items: [elements({ PixelMeasuresSequence: { items: [elements({ PixelSpacing: [1, 2] })] } })],
          undefinedLength: true,
        },
      },
      { transferSyntaxUid },
    );
    for (let length = 0; length < bytes.length; length += 1) {
      expect(['no-pixel-data', ...WORDS], `cut at ${length}`).toContain(await outcome(bytes.subarray(0, length)));
    }
    expect(await outcome(bytes)).toBe('picture');
  });
});

describe('wrong lengths', () => {
  const LENGTHS = [1, 0x7f, 0x8000, 0xfffe, 0xffff];

  test('in any element with a short length cause no exception and no read past the end of the file', async () => {
    const bytes = smallFile();
    for (let at = 132; at + 8 < bytes.length - 44; at += 2) {
      for (const length of LENGTHS) {
        const lying = bytes.slice();
        new DataView(lying.buffer).setUint16(at, length, true);
        expect(['picture', 'no-pixel-data', 'wrong-length', 'no-size', 'compressed', ...WORDS]).toContain(await outcome(lying));
      }
    }
  });

  test('beyond the end of the file are detected after the first read, however long the file is', async () => {
    const big = smallFile(
      { PixelData: new Uint8Array(1_000_000) },
      { elements: [{ tag: 0x00290010, vr: 'OB', value: new Uint8Array(4) }] },
    );
    const at = big.findIndex((byte, index) => byte === 0x29 && big[index + 2] === 0x10 && big[index + 4] === 0x4f);
    new DataView(big.buffer).setUint32(at + 8, 0xfffffff0, true);
    let reads = 0;
    const source = createMemorySource(big);
    const counted = { size: source.size, read: (offset: number, length: number) => ((reads += 1), source.read(offset, length)) };
    expect(await readDicomHeader(counted)).toEqual({ ok: false, why: 'cut-off', detail: 'in-header' });
    expect(reads).toBe(1);
  });
});

describe('data around the data set', () => {
  test.each([
    ['a program for Windows', 'MZ\u0090\0'],
    ['a program for Linux', '\u007fELF'],
    ['a zip', 'PK\u0003\u0004'],
    ['a script', '#!/bin/sh\nexit\n'],
    ['a web page', '<html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a TIFF', 'II*\0'],
  ])('a preamble that makes the file look like %s changes nothing', async (_, start) => {
    const bytes = smallFile();
    const expected = await read(bytes);
    bytes.set(Buffer.from(start, 'latin1'));
    expect(withoutSource(await read(bytes))).toEqual(withoutSource(expected));
  });

  test.each([0, 1, 0x7fffffff, 0xffffffff])('a meta group length of %d is ignored', async (length) => {
    const bytes = smallFile();
    const expected = withoutSource(await read(bytes));
    new DataView(bytes.buffer).setUint32(140, length, true);
    expect(withoutSource(await read(bytes))).toEqual(expected);
  });

  test('a meta element longer than the file is reported as cut off', async () => {
    const bytes = smallFile();
    // (0002,0001), VR OB: a length of four bytes.
    new DataView(bytes.buffer).setUint32(144 + 8, 0xfffffff0, true);
    expect(await read(bytes)).toEqual({ ok: false, why: 'cut-off', detail: 'in-header' });
  });

  test('an unknown transfer syntax does not stop the header', async () => {
    const header = await read(smallFile({}, { transferSyntaxUid: '1.2.3.4.5' }));
    expect(header.ok && header.description).toMatchObject({ transferSyntaxUid: '1.2.3.4.5', rows: 4 });
  });
});

function withoutSource(header: Awaited<ReturnType<typeof read>>) {
  return header.ok ? header.description : header;
}

describe('texts and lists', () => {
  const implicit = { transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian };

  test('no text is longer than the limit, and no list of windows either', async () => {
    const long = await read(smallFile({ PatientID: 'x'.repeat(300_000), WindowCenter: '1\\'.repeat(20_000) }, implicit));
    if (!long.ok) throw new Error(long.detail);
    expect(long.description.patientId).toHaveLength(HEADER_LIMITS.textBytes);
    expect(long.description.windowCenter).toHaveLength(HEADER_LIMITS.windows);
  });

  test('a list with thousands of entries for one character set is read like a single entry', async () => {
    const sets = `\\${'ISO 2022 IR 149\\'.repeat(4000)}`;
    const name = Uint8Array.from({ length: 60_000 }, () => 0xff);
    const header = await read(smallFile({ SpecificCharacterSet: sets, PatientName: name }, implicit));
    expect(header.ok && header.description.patientName).toMatch(/^ÿ+$/);
  });

  test('markup, directional and zero-width characters are kept as text', async () => {
    const name = '<img src=x onerror=alert(1)>^\u202eevil\u200b';
    const header = await read(smallFile({ SpecificCharacterSet: 'ISO_IR 192', PatientName: name }));
    expect(header.ok && header.description.patientName).toBe(name);
  });
});

test('fifty thousand fragments without an end need only a few hundred reads', async () => {
  const item = [0xfe, 0xff, 0x00, 0xe0, 2, 0, 0, 0, 7, 7];
  const pixels = smallFile({ PixelData: { fragments: [] } }, { transferSyntaxUid: '1.2.840.10008.1.2.5' }).subarray(0, -8);
  const source = createMemorySource(Buffer.concat([pixels, repeated(item, 50_000), Uint8Array.of(0xfe)]));
  let reads = 0;
  const counted = { size: source.size, read: (offset: number, length: number) => ((reads += 1), source.read(offset, length)) };
  expect(await readDicomHeader(counted)).toEqual({ ok: false, why: 'cut-off', detail: 'in-pixel-data' });
  expect(reads).toBeLessThan(200);
});

describe('depth and number', () => {
  test.each(SYNTAXES)('sequences without a length are refused beyond the depth limit (%s)', async (transferSyntaxUid) => {
    const deep = (levels: number) => read(smallFile({}, { transferSyntaxUid, elements: [nested(levels, true)] }));
    expect(await deep(HEADER_LIMITS.sequenceDepth + 5)).toEqual({ ok: false, why: 'unsupported', detail: 'too-deep' });
    expect((await deep(20)).ok).toBe(true);
  });

  test.each(SYNTAXES)('sequences with a known length are skipped, however deep (%s)', async (transferSyntaxUid) => {
    const elements = [nested(HEADER_LIMITS.sequenceDepth + 5, false)];
    expect((await read(smallFile({}, { transferSyntaxUid, elements }))).ok).toBe(true);
  });

  test('20,000 levels are refused like 70', async () => {
    const level = [0x30, 0x52, 0x30, 0x92, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0x00, 0xe0, 0xff, 0xff, 0xff, 0xff];
    const bytes = Uint8Array.from([
      ...smallFile({ PixelData: new Uint8Array(0) }).subarray(0, -12),
      ...Array.from({ length: 20_000 }, () => level).flat(),
    ]);
    expect(await read(bytes)).toMatchObject({ ok: false, why: 'unsupported', detail: 'too-deep' });
  });

  test('the first of ten thousand frames is described', async () => {
    const frame = elements({ PlanePositionSequence: { items: [elements({ ImagePositionPatient: [1, 2, 3] })] } });
    const items = Array.from({ length: 10_000 }, () => frame);
    const bytes = smallFile({ NumberOfFrames: 10_000, PixelData: new Uint8Array(320_000), PerFrameFunctionalGroupsSequence: { items } });
    const header = await read(bytes);
    expect(header.ok && header.description).toMatchObject({ numberOfFrames: 10_000, imagePositionPatient: [1, 2, 3] });
  });
});

describe('sizes that overflow', () => {
  test.each([
    { Rows: 65535, Columns: 65535 },
    { Rows: 65535, Columns: 65535, NumberOfFrames: '2147483647' },
    { NumberOfFrames: '999999999999' },
    { NumberOfFrames: '4294967297' },
    { Rows: 65535, Columns: 65535, BitsAllocated: 32, BitsStored: 32, HighBit: 31, NumberOfFrames: '65536' },
    { Rows: 32768, Columns: 65535, SamplesPerPixel: 3, PhotometricInterpretation: 'RGB' },
    { Rows: 5 },
    { SamplesPerPixel: 3, PhotometricInterpretation: 'RGB' },
  ])('%o is refused before memory is allocated', async (values) => {
    expect(await outcome(smallFile(values))).toBe('wrong-length');
  });

  test.each([{ Rows: 0 }, { Columns: 0 }])('%o is not a valid size', async (values) => {
    expect(await outcome(smallFile(values))).toBe('no-size');
  });

  test.each([{ BitsStored: 17 }, { HighBit: 16 }, { BitsAllocated: 12 }, { HighBit: 3, BitsStored: 12 }])(
    '%o are not valid bit fields',
    async (values) => {
      expect(await outcome(smallFile(values))).toBe('unsupported');
    },
  );
});

test('3,000 headers with random bytes changed always get one of the defined results', async () => {
  const random = seededRandom(20260102);
  const originals = SYNTAXES.map((transferSyntaxUid) =>
    smallFile(
      {
        WindowCenter: '40',
        SharedFunctionalGroupsSequence: { items: [elements({ PixelMeasuresSequence: { items: [elements({ PixelSpacing: [1, 2] })] } })] },
      },
      { transferSyntaxUid },
    ),
  );
  const answers = new Set<string>();
  for (let round = 0; round < 3000; round += 1) {
    const bytes = originals[round % 3]!.slice();
    for (let change = 0; change < 1 + (round % 8); change += 1)
      bytes[128 + Math.floor(random() * (bytes.length - 128))] = Math.floor(random() * 256);
    answers.add(await outcome(bytes));
  }
  const known = ['picture', 'no-pixel-data', 'wrong-length', 'no-size', 'compressed', ...WORDS];
  expect([...answers].filter((answer) => !known.includes(answer))).toEqual([]);
  expect(answers.size).toBeGreaterThan(4);
});

function nested(depth: number, undefinedLength: boolean): DicomElement {
  const items = depth === 0 ? [] : [[nested(depth - 1, undefinedLength)]];
  return { tag: 0x52009230, vr: 'SQ', value: { items, undefinedLength } };
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
