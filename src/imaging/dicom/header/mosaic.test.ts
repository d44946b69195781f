import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { csaNumber } from '#imaging/dicom/elements/csa-header.ts';
import { readDicomHeader } from './read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';

async function tiles(
  more: DicomElement[],
  imageType = 'ORIGINAL\\PRIMARY\\M\\ND\\MOSAIC',
  transferSyntaxUid: string = TRANSFER_SYNTAX.explicitLittleEndian,
  columns = 8,
) {
  const values = { ImageType: imageType, Rows: 8, Columns: columns, PixelData: new Uint8Array(128) };
  const read = await readDicomHeader(createMemorySource(smallFile(values, { elements: more, transferSyntaxUid })));
  if (!read.ok) throw new Error(read.detail);
  return read.description.mosaicTiles;
}

const PLAIN: DicomElement[] = [
  { tag: 0x00190010, vr: 'LO', value: 'SIEMENS MR HEADER' },
  { tag: 0x0019100a, vr: 'US', value: 36 },
];

const csaElements = (value: Uint8Array): DicomElement[] => [
  { tag: 0x00290011, vr: 'LO', value: 'SIEMENS CSA HEADER' },
  { tag: 0x00291110, vr: 'OB', value },
];

/** `SV10`, then entries of a name and texts; each text is padded to four bytes. */
function csaHeader(entries: Record<string, string[]>): Uint8Array {
  const number = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
  const text = (value: string, length: number) => Buffer.from(value.padEnd(length, '\0'), 'latin1');
  const parts: Uint8Array[] = [text('SV10', 4), number(0x01020304), number(Object.keys(entries).length), number(77)];
  for (const [name, items] of Object.entries(entries)) {
    parts.push(text(name, 64), number(items.length), text('US', 4), number(0), number(items.length), number(77));
    for (const item of items) parts.push(number(0), number(item.length), number(77), number(0), text(item, Math.ceil(item.length / 4) * 4));
  }
  return new Uint8Array(Buffer.concat(parts));
}

const CSA = csaHeader({ EchoLinePosition: ['36      '], Empty: [], NumberOfImagesInMosaic: ['      25', ''] });

describe('a mosaic', () => {
  test.each([TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian])(
    'knows how many slices it contains (%s)',
    async (transferSyntaxUid) => {
      expect(await tiles(PLAIN, undefined, transferSyntaxUid)).toBe(36);
      expect(await tiles(csaElements(CSA), undefined, transferSyntaxUid)).toBe(25);
    },
  );

  test('is recognised only by its image type', async () => {
    expect(await tiles(PLAIN, 'ORIGINAL\\PRIMARY\\M\\ND')).toBeUndefined();
    expect(await tiles([])).toBeUndefined();
  });

  test('cannot have more tiles than a grid of its pixels', async () => {
    const of = (value: number, columns = 8) => tiles([PLAIN[0]!, { tag: 0x0019100a, vr: 'US', value }], undefined, undefined, columns);
    expect([await of(0), await of(1), await of(64), await of(65)]).toEqual([undefined, 1, 64, undefined]);
    expect([await of(16, 4), await of(17, 4)]).toEqual([16, undefined]);
  });

  test('has its number of slices also without a VR, and not in a text', async () => {
    expect(await tiles([PLAIN[0]!, { tag: 0x0019100a, vr: 'UN', value: Uint8Array.of(36, 0) }])).toBe(36);
    expect(await tiles([PLAIN[0]!, { tag: 0x0019100a, vr: 'LO', value: '36' }])).toBeUndefined();
  });
});

describe('a CSA header', () => {
  test('that is truncated anywhere, or has wrong lengths, gives the number or nothing', () => {
    for (let length = 0; length < CSA.length; length += 1) {
      expect([25, null]).toContain(csaNumber(CSA.subarray(0, length), 'NumberOfImagesInMosaic'));
    }
    for (let at = 0; at + 4 <= CSA.length; at += 4) {
      const lying = CSA.slice();
      new DataView(lying.buffer).setUint32(at, 0xfffffff0, true);
      expect([25, null]).toContain(csaNumber(lying, 'NumberOfImagesInMosaic'));
    }
  });
});

test('damage in a sequence of known length does not affect the image', async () => {
  const sequence = elements({ RadiopharmaceuticalInformationSequence: { items: [elements({ RadionuclideTotalDose: '400000000' })] } });
  const bytes = smallFile({ Modality: 'PT' }, { elements: sequence });
  const whole = await readDicomHeader(createMemorySource(bytes));
  expect(whole.ok && whole.description.pet?.totalDoseBq).toBe(400_000_000);
  const item = bytes.findIndex((byte, at) => byte === 0xfe && bytes[at + 1] === 0xff && bytes[at + 2] === 0 && bytes[at + 3] === 0xe0);
  bytes[item + 8 + 6] = 0xff;
  const damaged = await readDicomHeader(createMemorySource(bytes));
  expect(damaged.ok && damaged.description).toMatchObject({ rows: 4, pet: { totalDoseBq: null } });
});
