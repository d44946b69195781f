import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { deflatedFile, elements, smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { rleFrame } from '#tests/fixtures/rle-frame.ts';
import { uidText } from './elements/find-data-set.ts';
import { scanElements } from './elements/scan-elements.ts';
import { decodeFrame } from './pixels/decode-frame.ts';
import { plainFileSize, toPlainFile } from './plain-file.ts';
import { readDicomHeader, type ReadHeader } from './header/read-header.ts';
import { TAG } from './tags.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';
import { writeDicom } from './write-dicom.ts';

const RLE = '1.2.840.10008.1.2.5';
const codecs = createNodeCodecs();

async function readOf(bytes: Uint8Array): Promise<ReadHeader> {
  const read = await readDicomHeader(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.detail);
  return read;
}

async function plainOf(header: ReadHeader): Promise<ReadHeader> {
  const plain = await toPlainFile(header, codecs);
  if (!plain.ok) throw new Error(plain.why);
  return readOf(plain.bytes);
}

async function samplesOf({ source, description }: ReadHeader, frame: number): Promise<number[]> {
  const decoded = await decodeFrame(source, description, frame, codecs);
  if (!decoded.ok) throw new Error(decoded.why);
  return [...decoded.frame.samples];
}

/** The rest of a file behind its meta information. */
async function dataSetOf({ source, dataSet }: ReadHeader): Promise<number[]> {
  return [...(await source.read(dataSet.position, source.size))];
}

/** What (0002,0010) of the meta information says, whatever the data set is. */
function namedSyntax(bytes: Uint8Array): string {
  const { elements: meta } = scanElements(bytes, 132, { explicit: true, bigEndian: false }, { fileSize: bytes.length, onlyGroup: 2 });
  return uidText(bytes, meta.get(TAG.TransferSyntaxUID)!);
}

const CODED = {
  Rows: 1,
  Columns: 3,
  BitsAllocated: 8,
  BitsStored: 8,
  HighBit: 7,
  NumberOfFrames: 3,
  PixelData: { fragments: [rleFrame([1, 2, 3]), rleFrame([4, 5, 6]), rleFrame([7, 8, 9])] },
};

describe('an uncompressed copy', () => {
  test('of a compressed image has the same header and every frame, also with an odd number of bytes', async () => {
    const coded = await readOf(smallFile(CODED, { transferSyntaxUid: RLE }));
    const plain = await plainOf(coded);
    const { pixelData, transferSyntaxUid, ...same } = coded.description;
    expect(plain.description).toMatchObject({ ...same, transferSyntaxUid: TRANSFER_SYNTAX.explicitLittleEndian });
    expect([pixelData?.encapsulated, transferSyntaxUid]).toEqual([true, RLE]);
    expect(plain.description.pixelData).toMatchObject({ encapsulated: false, length: 10 });
    expect([await samplesOf(plain, 0), await samplesOf(plain, 1), await samplesOf(plain, 2)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
  });

  test.each([TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian, TRANSFER_SYNTAX.deflated])(
    'of %s reads like the original, and is not deflated',
    async (transferSyntaxUid) => {
      const isDeflated = transferSyntaxUid === TRANSFER_SYNTAX.deflated;
      const about = { Rows: 1, Columns: 2, PixelData: words([1, 2], transferSyntaxUid === TRANSFER_SYNTAX.explicitBigEndian) };
      const image = await readOf(isDeflated ? deflatedFile(about) : smallFile(about, { transferSyntaxUid }));
      const plain = await plainOf(image);
      expect(await samplesOf(plain, 0)).toEqual([1, 2]);
      expect(plain.description.transferSyntaxUid).toBe(isDeflated ? TRANSFER_SYNTAX.explicitLittleEndian : transferSyntaxUid);
    },
  );

  test.each([
    [
      'implicit little endian',
      smallFile({}, { transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian }),
      TRANSFER_SYNTAX.implicitLittleEndian,
    ],
    ['deflated, which becomes explicit little endian', deflatedFile(), TRANSFER_SYNTAX.explicitLittleEndian],
    ['without pixel data', writeDicom({ elements: elements({ SOPInstanceUID: '2.25.111' }) }), TRANSFER_SYNTAX.explicitLittleEndian],
  ])('keeps an uncompressed data set byte for byte, and names its transfer syntax: %s', async (_, file, named) => {
    const original = await readOf(file);
    const plain = await toPlainFile(original, codecs);
    expect(plain.ok && namedSyntax(plain.bytes)).toBe(named);
    expect(plain.ok && (await dataSetOf(await readOf(plain.bytes)))).toEqual(await dataSetOf(original));
  });

  test('has a preamble when the original has none', async () => {
    const plain = await toPlainFile(await readOf(smallFile({}, { framing: 'no-preamble' })), codecs);
    expect(plain.ok && new TextDecoder().decode(plain.bytes.subarray(128, 132))).toBe('DICM');
  });
});

describe('the expected size of a copy', () => {
  const sizeOf = async (bytes: Uint8Array) => plainFileSize(await readOf(bytes));

  test('of an uncompressed file is its own, whatever stands behind the pixels, or instead of them', async () => {
    const padded = smallFile({}, { elements: [{ tag: 0xfffcfffc, vr: 'OB', value: new Uint8Array(1000) }] });
    const bare = writeDicom({ elements: elements({ SOPInstanceUID: '2.25.111' }) });
    expect([await sizeOf(padded), await sizeOf(bare)]).toEqual([padded.length, bare.length]);
  });

  test('of a compressed one is its header and its frames; of one that is not decompressed there is none', async () => {
    const coded = smallFile(CODED, { transferSyntaxUid: RLE });
    expect(await sizeOf(coded)).toBe((await readOf(coded)).description.pixelData!.offset + 9);
    expect(await sizeOf(smallFile({ ...CODED, ...COLOUR }, { transferSyntaxUid: RLE }))).toBe(null);
  });
});

const COLOUR = { SamplesPerPixel: 3, PhotometricInterpretation: 'RGB' };
const PALETTE = {
  PhotometricInterpretation: 'PALETTE COLOR',
  ...Object.fromEntries(['Red', 'Green', 'Blue'].map((colour) => [`${colour}PaletteDescriptor`, [2, 0, 16]])),
  ...Object.fromEntries(['Red', 'Green', 'Blue'].map((colour) => [`${colour}PaletteData`, words([0, 65_535])])),
};

describe('no uncompressed copy is made', () => {
  const whyNot = async (about: Parameters<typeof smallFile>[0]) => {
    const made = await toPlainFile(await readOf(smallFile({ ...CODED, ...about }, { transferSyntaxUid: RLE })), codecs);
    return made.ok ? 'made' : made.why;
  };

  test.each([
    ['colour', COLOUR],
    ['palette', PALETTE],
  ])('of compressed %s images', async (_, about) => {
    const made = await toPlainFile(await readOf(smallFile({ ...CODED, ...about }, { transferSyntaxUid: RLE })), codecs);
    expect(made).toEqual({ ok: false, why: 'unsupported', detail: 'photometric' });
  });

  test('of frames that no element has room for', async () => {
    expect(await whyNot({ Rows: 65_535, Columns: 65_535, BitsAllocated: 16, NumberOfFrames: 1 })).toBe('wrong-length');
  });

  test('of more frames than there is data for', async () => {
    expect(await whyNot({ NumberOfFrames: 100 })).toBe('wrong-length');
    expect(await whyNot({ NumberOfFrames: 1_000_000_000 })).toBe('wrong-length');
    const { source, description } = await readOf(smallFile({ ...CODED, NumberOfFrames: 1_000_000_000 }, { transferSyntaxUid: RLE }));
    expect(plainFileSize({ source, description })).toBeGreaterThan(3_000_000_000);
  });

  test('of a damaged frame', async () => {
    expect(await whyNot({ NumberOfFrames: 1, PixelData: { fragments: [Uint8Array.of(1, 2)] } })).toBe('damaged');
  });
});
