import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { elements, smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { countingSource } from '#tests/fixtures/counting-source.ts';
import { readDicomHeader } from './read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';

async function described(bytes: Uint8Array): Promise<InstanceDescription> {
  const read = await readDicomHeader(createMemorySource(bytes));
  if (!read.ok) throw new Error(`${read.why}: ${read.detail}`);
  return read.description;
}

describe('a header', () => {
  test.each(Object.entries(TRANSFER_SYNTAX).filter(([name]) => name !== 'deflated'))(
    'is read in %s [ENT-31]',
    async (_, transferSyntaxUid) => {
      const description = await described(smallFile({ ImagePositionPatient: [-1.5, 2, 30.25] }, { transferSyntaxUid }));
      expect(description).toMatchObject({
        transferSyntaxUid,
        patientName: 'Heron^Quiet',
        seriesNumber: 2,
        instanceNumber: 7,
        rows: 4,
        columns: 4,
        bitsAllocated: 16,
        imagePositionPatient: [-1.5, 2, 30.25],
        pixelData: { length: 32, encapsulated: false },
      });
    },
  );

  test.each(['no-preamble', 'bare'] as const)('is read from a file with framing %s', async (framing) => {
    expect(await described(smallFile({}, { framing }))).toMatchObject({
      seriesInstanceUid: '2.25.11',
      transferSyntaxUid: TRANSFER_SYNTAX.explicitLittleEndian,
    });
  });

  test('of a bare implicit or big-endian data set is recognised by its first element', async () => {
    const { implicitLittleEndian, explicitBigEndian } = TRANSFER_SYNTAX;
    for (const transferSyntaxUid of [implicitLittleEndian, explicitBigEndian]) {
      expect(await described(smallFile({}, { framing: 'bare', transferSyntaxUid }))).toMatchObject({ transferSyntaxUid, rows: 4 });
    }
  });

  test.each([true, false])('after meta information without VRs is read, with a preamble: %s', async (hasPreamble) => {
    const meta = writeDicom({
      elements: [{ tag: 0x00020010, vr: 'UI', value: TRANSFER_SYNTAX.explicitLittleEndian }],
      ...{ transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian, framing: 'bare' },
    });
    const bytes = Buffer.concat([smallFile().subarray(0, hasPreamble ? 132 : 0), meta, smallFile({}, { framing: 'bare' })]);
    expect(await described(bytes)).toMatchObject({ transferSyntaxUid: TRANSFER_SYNTAX.explicitLittleEndian, rows: 4 });
  });

  test('that declares a wrong encoding is read in the actual one', async () => {
    const bytes = smallFile();
    const claimed = new TextEncoder().encode(TRANSFER_SYNTAX.explicitLittleEndian);
    bytes[findBytes(bytes, claimed) + claimed.length - 2] = 0;
    bytes[findBytes(bytes, claimed.subarray(0, -2)) + claimed.length - 1] = 0;
    expect(await described(bytes)).toMatchObject({ transferSyntaxUid: TRANSFER_SYNTAX.explicitLittleEndian, rows: 4 });
  });

  test('of compressed pixel data in an implicit data set keeps the transfer syntax of the pixels', async () => {
    const pixels = { PixelData: { fragments: [new Uint8Array(50)] } };
    const claimed = smallFile({}, { transferSyntaxUid: '1.2.840.10008.1.2.4.50' });
    const metaEnd = 144 + new DataView(claimed.buffer).getUint32(140, true);
    const implicit = smallFile(pixels, { transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian, framing: 'bare' });
    expect(await described(Buffer.concat([claimed.subarray(0, metaEnd), implicit]))).toMatchObject({
      transferSyntaxUid: '1.2.840.10008.1.2.4.50',
      rows: 4,
      pixelData: { encapsulated: true },
    });
  });

  test('adds nothing that is not in the file', async () => {
    expect(await described(smallFile())).toMatchObject({
      patientSex: '',
      studyDate: '',
      acquisitionNumber: null,
      pixelSpacing: null,
      sliceThickness: null,
      imagePositionPatient: null,
      windowCenter: [],
      windowWidth: [],
      windowCenterRaw: '',
      diffusionBValue: null,
      cineRate: null,
      imageType: [],
      numberOfFrames: 1,
    });
  });

  test('keeps every window and the text as written [ENT-32]', async () => {
    expect(await described(smallFile({ WindowCenter: '-0450\\40 ', WindowWidth: '1500\\+4.0e2' }))).toMatchObject({
      windowCenter: [-450, 40],
      windowWidth: [1500, 400],
      windowCenterRaw: '-0450\\40',
      windowWidthRaw: '1500\\+4.0e2',
    });
  });

  test.each([
    ['0', 1],
    ['', 1],
    ['no number', 1],
    ['0.5', 0.5],
  ])('with rescale slope "%s" rescales by %d [READ-012, READ-013]', async (written, slope) => {
    expect(await described(smallFile({ RescaleSlope: written }))).toMatchObject({ rescaleSlope: slope, rescaleIntercept: 0 });
  });

  test('gets the frame rate from the frame time', async () => {
    expect((await described(smallFile({ FrameTime: '40' }))).cineRate).toBe(25);
    expect((await described(smallFile({ FrameTimeVector: '0\\30\\50' }))).cineRate).toBe(25);
    expect((await described(smallFile({ FrameTimeVector: '0' }))).cineRate).toBeNull();
    expect((await described(smallFile({ FrameTime: '40', CineRate: '12' }))).cineRate).toBe(12);
  });

  test('of a PET image has what is needed to compute uptake', async () => {
    const isotope = elements({ RadionuclideTotalDose: 370e6, RadionuclideHalfLife: 6586.2, RadiopharmaceuticalStartTime: '101500' });
    const values = {
      Modality: 'PT',
      Units: 'BQML',
      DecayCorrection: 'START',
      CorrectedImage: 'DECY\\ATTN',
      PatientWeight: 71.5,
      RadiopharmaceuticalInformationSequence: { items: [isotope] },
    };
    for (const transferSyntaxUid of [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian]) {
      expect((await described(smallFile(values, { transferSyntaxUid }))).pet).toMatchObject({
        units: 'BQML',
        suvType: '',
        decayCorrection: 'START',
        correctedImage: ['DECY', 'ATTN'],
        patientWeightKg: 71.5,
        totalDoseBq: 370e6,
        halfLifeSeconds: 6586.2,
        injectedAt: '101500',
      });
    }
    expect((await described(smallFile({ Units: 'BQML' }))).pet).toBeUndefined();
  });

  test('of a file without pixel data has no pixel data', async () => {
    const description = await described(smallFile({ PixelData: new Uint8Array(0) }));
    expect(description.pixelData).toMatchObject({ length: 0 });
    const without = smallFile().subarray(0, description.pixelData!.offset - 12);
    expect((await described(without)).pixelData).toBeNull();
  });

  test('of an enhanced image uses the shared groups and those of the first frame', async () => {
    const shared = elements({
      PixelMeasuresSequence: { items: [elements({ PixelSpacing: [0.8, 0.7], SliceThickness: 3 })] },
      PlaneOrientationSequence: { items: [elements({ ImageOrientationPatient: [1, 0, 0, 0, 1, 0] })] },
    });
    const frame = (z: number) =>
      elements({
        PlanePositionSequence: { items: [elements({ ImagePositionPatient: [1, 2, z] })] },
        FrameVOILUTSequence: { items: [elements({ WindowCenter: 300 + z, WindowWidth: 600 })] },
        MRDiffusionSequence: { items: [elements({ DiffusionBValue: 800 })] },
        MREchoSequence: { items: [elements({ EffectiveEchoTime: 61.5 })] },
      });
    for (const undefinedLength of [false, true]) {
      const bytes = smallFile({
        NumberOfFrames: 2,
        PixelData: words(Array.from({ length: 32 }, () => 1)),
        SharedFunctionalGroupsSequence: { items: [shared], undefinedLength },
        PerFrameFunctionalGroupsSequence: { items: [frame(10), frame(20)], undefinedLength },
      });
      expect(await described(bytes)).toMatchObject({
        numberOfFrames: 2,
        pixelSpacing: [0.8, 0.7],
        sliceThickness: 3,
        imagePositionPatient: [1, 2, 10],
        windowCenter: [310],
        windowWidth: [600],
        diffusionBValue: 800,
        echoTime: 61.5,
      });
    }
  });
});

describe('the b-value', () => {
  const SIEMENS = [
    { tag: 0x00190011, vr: 'LO', value: 'SIEMENS MR HEADER' },
    { tag: 0x0019110c, vr: 'IS', value: '400' },
  ];
  const GE = [
    { tag: 0x00430010, vr: 'LO', value: 'GEMS_PARM_01' },
    { tag: 0x00431039, vr: 'IS', value: '1000000800\\8\\0\\0' },
  ];
  const PHILIPS = [
    { tag: 0x20010010, vr: 'LO', value: 'Philips Imaging DD 001' },
    { tag: 0x20011003, vr: 'FL', value: 1000 },
  ];
  const NOT_IT = [
    { tag: 0x00190010, vr: 'LO', value: 'SOMEBODY ELSE' },
    { tag: 0x0019100c, vr: 'IS', value: '400' },
  ];

  test.each([
    ['Siemens', SIEMENS, 400],
    ['GE', GE, 800],
    ['Philips', PHILIPS, 1000],
    ['another vendor', NOT_IT, null],
  ])('of %s', async (_, more, expected) => {
    expect((await described(smallFile({}, { elements: more }))).diffusionBValue).toBe(expected);
  });

  test('of the standard is preferred to a private one', async () => {
    expect((await described(smallFile({ DiffusionBValue: 50 }, { elements: SIEMENS }))).diffusionBValue).toBe(50);
  });

  test('is found in the name of a Siemens sequence when the private elements are gone', async () => {
    expect((await described(smallFile({ SequenceName: '*ep_b800t' }))).diffusionBValue).toBe(800);
    expect((await described(smallFile({ SequenceName: '*tse2d1_25' }))).diffusionBValue).toBeNull();
  });
});

describe('the amount that is read', () => {
  test('is 24 KiB of a large image, whatever its size', async () => {
    const source = countingSource(smallFile({ Rows: 1000, Columns: 1000, PixelData: new Uint8Array(2_000_000) }));
    expect((await readDicomHeader(source)).ok).toBe(true);
    expect(source.readBytes).toBe(24 * 1024);
  });

  test('is more only when the header needs it', async () => {
    const source = countingSource(
      smallFile({ PixelData: new Uint8Array(3_000_000) }, { elements: [{ tag: 0x00290010, vr: 'OB', value: new Uint8Array(100_000) }] }),
    );
    expect((await readDicomHeader(source)).ok).toBe(true);
    expect(source.readBytes).toBe((24 + 256) * 1024);
  });

  test('includes the rest of a sequence that the first read has cut', async () => {
    const items = Array.from({ length: 3000 }, (_, index) => elements({ PatientID: `item ${index}` }));
    const more = [{ tag: 0x00081140, vr: 'SQ', value: { items, undefinedLength: true } }];
    for (const transferSyntaxUid of [
      TRANSFER_SYNTAX.explicitLittleEndian,
      TRANSFER_SYNTAX.implicitLittleEndian,
      TRANSFER_SYNTAX.explicitBigEndian,
    ]) {
      expect(await described(smallFile({ PixelData: new Uint8Array(200_000) }, { elements: more, transferSyntaxUid }))).toMatchObject({
        rows: 4,
      });
    }
  });
});

describe('refused by name', () => {
  test.each([
    ['an empty file', new Uint8Array(0), { why: 'not-dicom', detail: 'empty' }],
    ['a web page', new TextEncoder().encode('<!doctype html><title>Sign in</title>'.repeat(9)), { why: 'not-dicom', detail: 'no-header' }],
    [
      'numbers that look like elements',
      Uint8Array.from({ length: 20_000 }, (_, at) => [0x10, 0, at & 0xf0, 0, 2, 0, 0, 0, 7, 7][at % 10]!),
      { why: 'not-dicom', detail: 'no-header' },
    ],
    [
      'a table of zeros and ones',
      Uint8Array.from({ length: 20_000 }, (_, at) => (at % 8 === 0 ? 1 : 0)),
      { why: 'not-dicom', detail: 'no-header' },
    ],
    ['zeros', new Uint8Array(5000), { why: 'not-dicom', detail: 'no-header' }],
    ['only a preamble', smallFile().subarray(0, 132), { why: 'cut-off', detail: 'in-header' }],
    ['an image without its last byte', smallFile().subarray(0, -1), { why: 'cut-off', detail: 'in-pixel-data' }],
  ])('%s', async (_, bytes, refusal) => {
    expect(await readDicomHeader(createMemorySource(bytes))).toEqual({ ok: false, ...refusal });
  });

  test('compressed pixel data that ends between two frames', async () => {
    const fragments = [new Uint8Array(50), new Uint8Array(70)];
    const bytes = smallFile({ NumberOfFrames: 2, PixelData: { fragments } }, { transferSyntaxUid: '1.2.840.10008.1.2.5' });
    const cut = bytes.subarray(0, -(8 + 78));
    expect(await readDicomHeader(createMemorySource(cut))).toEqual({ ok: false, why: 'cut-off', detail: 'in-pixel-data' });
  });

  test('compressed pixel data that ends early, but not when only the delimiter is missing', async () => {
    const bytes = smallFile(
      { PixelData: { fragments: [new Uint8Array(50), new Uint8Array(70)] } },
      { transferSyntaxUid: '1.2.840.10008.1.2.4.90' },
    );
    const why = async (length: number) => {
      const read = await readDicomHeader(createMemorySource(bytes.subarray(0, length)));
      return read.ok ? read.description.pixelData?.encapsulated : read.detail;
    };
    expect(await why(bytes.length)).toBe(true);
    expect(await why(bytes.length - 8)).toBe(true);
    expect(await why(bytes.length - 9)).toBe('in-pixel-data');
    expect(await why(bytes.length - 100)).toBe('in-pixel-data');
  });
});

function findBytes(bytes: Uint8Array, wanted: Uint8Array): number {
  return bytes.findIndex((_, at) => wanted.every((byte, index) => bytes[at + index] === byte));
}
