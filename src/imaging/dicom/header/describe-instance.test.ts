import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { readDicomHeader } from './read-header.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';

type Values = Parameters<typeof smallFile>[0];

async function described(values: Values, more: readonly DicomElement[] = []): Promise<InstanceDescription> {
  const read = await readDicomHeader(createMemorySource(smallFile(values, { elements: [...more] })));
  if (!read.ok) throw new Error(`${read.why}: ${read.detail}`);
  return read.description;
}

/** Attributes of PS3.6, and what is told of them. */
const FIELDS: readonly [values: NonNullable<Values>, told: Partial<InstanceDescription>][] = [
  [{ PatientName: 'Wader^Shy' }, { patientName: 'Wader^Shy' }],
  [{ PatientID: 'T-2' }, { patientId: 'T-2' }],
  [{ PatientSex: 'F' }, { patientSex: 'F' }],
  [{ StudyInstanceUID: '2.25.7' }, { studyInstanceUid: '2.25.7' }],
  [{ StudyDate: '20240301' }, { studyDate: '20240301' }],
  [{ StudyTime: '101112' }, { studyTime: '101112' }],
  [{ StudyDescription: 'knee' }, { studyDescription: 'knee' }],
  [{ SeriesInstanceUID: '2.25.8' }, { seriesInstanceUid: '2.25.8' }],
  [{ SeriesNumber: '3' }, { seriesNumber: 3 }],
  [{ SeriesNumber: '3.7' }, { seriesNumber: 3 }],
  [{ SeriesDescription: 't2' }, { seriesDescription: 't2' }],
  [{ ProtocolName: 't2 tse' }, { protocolName: 't2 tse' }],
  [{ ImageComments: 'a comment' }, { imageComments: 'a comment' }],
  [{ BodyPartExamined: 'KNEE' }, { bodyPartExamined: 'KNEE' }],
  [{ ImageType: 'ORIGINAL\\PRIMARY' }, { imageType: ['ORIGINAL', 'PRIMARY'] }],
  [{ SOPClassUID: '1.2.840.10008.5.1.4.1.1.4' }, { sopClassUid: '1.2.840.10008.5.1.4.1.1.4' }],
  [{ InstanceNumber: '9' }, { instanceNumber: 9 }],
  [{ AcquisitionNumber: '2' }, { acquisitionNumber: 2 }],
  [
    { BitsStored: 12, HighBit: 11 },
    { bitsStored: 12, highBit: 11 },
  ],
  [{ BitsStored: 0 }, { bitsStored: 16 }],
  [{ HighBit: new Uint8Array(0), BitsStored: 12 }, { highBit: 11 }],
  [{ PixelRepresentation: 1 }, { pixelRepresentation: 1 }],
  [{ PixelRepresentation: 2 }, { pixelRepresentation: 0 }],
  [{ SamplesPerPixel: 0 }, { samplesPerPixel: 1 }],
  [{ PlanarConfiguration: 1 }, { planarConfiguration: 1 }],
  [{ PlanarConfiguration: 3 }, { planarConfiguration: 0 }],
  [{ NumberOfFrames: '0' }, { numberOfFrames: 1 }],
  [{ NumberOfFrames: '-3' }, { numberOfFrames: 1 }],
  [{ PixelSpacing: '0.5\\0.25' }, { pixelSpacing: [0.5, 0.25] }],
  [{ PixelSpacing: '0.5\\0' }, { pixelSpacing: null }],
  [{ PixelSpacing: '0\\0.5' }, { pixelSpacing: null }],
  [{ PixelSpacing: '-1\\0.5' }, { pixelSpacing: null }],
  [{ PixelSpacing: '0.5' }, { pixelSpacing: null }],
  [{ ImagerPixelSpacing: '0.2\\0.1' }, { imagerPixelSpacing: [0.2, 0.1] }],
  [{ PixelAspectRatio: '4\\3' }, { pixelAspectRatio: [4, 3] }],
  [{ SliceThickness: '2.5' }, { sliceThickness: 2.5 }],
  [{ SpacingBetweenSlices: '3' }, { spacingBetweenSlices: 3 }],
  [{ SliceLocation: '-12.5' }, { sliceLocation: -12.5 }],
  [{ ImagePositionPatient: '1\\2\\3' }, { imagePositionPatient: [1, 2, 3] }],
  [{ ImagePositionPatient: '1\\2' }, { imagePositionPatient: null }],
  [{ ImagePositionPatient: '1\\2\\3\\4' }, { imagePositionPatient: null }],
  [{ ImageOrientationPatient: '1\\0\\0\\0\\1\\0' }, { imageOrientationPatient: [1, 0, 0, 0, 1, 0] }],
  [{ ImageOrientationPatient: '1\\0\\0' }, { imageOrientationPatient: null }],
  [
    { RescaleIntercept: '-1024', RescaleSlope: '2', RescaleType: 'HU' },
    { rescaleIntercept: -1024, rescaleSlope: 2, rescaleType: 'HU' },
  ],
  [
    { EchoTime: '90', RepetitionTime: '3000' },
    { echoTime: 90, repetitionTime: 3000 },
  ],
  [{ EchoTime: '90', EffectiveEchoTime: 61 }, { echoTime: 90 }],
  [
    { PositionerPrimaryAngle: '30', PositionerSecondaryAngle: '-20' },
    { primaryAngle: 30, secondaryAngle: -20 },
  ],
  [{ CineRate: '15' }, { cineRate: 15 }],
  [{ RecommendedDisplayFrameRate: '10' }, { cineRate: 10 }],
  [{ FrameTime: '40' }, { cineRate: 25 }],
  [{ FrameTimeVector: '0\\30\\50' }, { cineRate: 25 }],
  [{ FrameTimeVector: '0' }, { cineRate: null }],
  [{ FrameTime: '0' }, { cineRate: null }],
  [{ FrameTime: '-40' }, { cineRate: null }],
  [{ BurnedInAnnotation: 'YES' }, { burnedInAnnotation: 'YES' }],
  [
    { ImagesInAcquisition: '77', NumberOfTemporalPositions: '4', TemporalPositionIdentifier: '2' },
    { extent: { images: 77, times: 4, time: 2 } },
  ],
  [{ ImagesInAcquisition: '0', NumberOfSlices: 299 }, { extent: { slices: 299 } }],
];

test.each(FIELDS)('a file with %o is described as %o', async (values, told) => {
  expect(await described(values)).toMatchObject(told);
});

test('what the header does not say of text and of the acquisition is omitted', async () => {
  const description = await described({ BurnedInAnnotation: 'PERHAPS', ImagesInAcquisition: 'many' });
  expect(Object.keys(description)).not.toEqual(expect.arrayContaining(['burnedInAnnotation']));
  expect(description).not.toHaveProperty('extent');
});

test('an invalid aspect ratio is omitted', async () => {
  expect(await described({ PixelAspectRatio: '4\\0' })).not.toHaveProperty('pixelAspectRatio');
});

describe('the acquisition of an MR image', () => {
  const mrOf = async (values: Values, groups: Values = {}) =>
    (
      await described({
        Modality: 'MR',
        ...values,
        SharedFunctionalGroupsSequence: {
          items: [elements({ MRTimingAndRelatedParametersSequence: { items: [elements(groups)] } }).map((one) => ({ ...one, vr: 'SQ' }))],
        },
      })
    ).mr;

  test.each<[NonNullable<Values>, object]>([
    [{ ScanningSequence: 'SE\\IR' }, { scanningSequence: ['SE', 'IR'] }],
    [{ ScanningSequence: 'SE\\\\IR' }, { scanningSequence: ['SE', 'IR'] }],
    [{ SequenceVariant: 'SK\\SP\\' }, { sequenceVariant: ['SK', 'SP'] }],
    [{ ScanOptions: 'FS\\\\' }, { scanOptions: ['FS'] }],
    [{ MRAcquisitionType: '3D' }, { acquisitionType: '3D' }],
    [{ SequenceName: '*tse2d1' }, { sequenceName: '*tse2d1' }],
    [{ PulseSequenceName: 'TSE' }, { sequenceName: 'TSE' }],
    [{ SequenceName: '*tse2d1', PulseSequenceName: 'TSE' }, { sequenceName: '*tse2d1' }],
    [{ InversionTime: '900' }, { inversionTime: 900 }],
    [{ FlipAngle: '90' }, { flipAngle: 90 }],
    [{ EchoTrainLength: '17' }, { echoTrainLength: 17 }],
    [{ AcquisitionContrast: 'DIFFUSION' }, { contrast: 'DIFFUSION' }],
    [{ ComplexImageComponent: 'PHASE' }, { component: 'PHASE' }],
    [{ EchoPulseSequence: 'SPIN' }, { scanningSequence: ['SE'] }],
    [{ EchoPulseSequence: 'GRADIENT' }, { scanningSequence: ['GR'] }],
    [{ EchoPulseSequence: 'BOTH' }, { scanningSequence: ['SE', 'GR'] }],
    [{ InversionRecovery: 'YES' }, { scanningSequence: ['IR'] }],
    [{ EchoPlanarPulseSequence: 'YES' }, { scanningSequence: ['EP'] }],
    [{ EchoPulseSequence: 'SPIN', InversionRecovery: 'YES', EchoPlanarPulseSequence: 'YES' }, { scanningSequence: ['SE', 'IR', 'EP'] }],
    [{ InversionRecovery: 'NO', EchoPlanarPulseSequence: 'NO', EchoPulseSequence: 'OTHER' }, {}],
    [{ ScanningSequence: 'GR', EchoPulseSequence: 'SPIN' }, { scanningSequence: ['GR'] }],
  ])('%o is described as %o, and as nothing else', async (values, told) => {
    expect(await mrOf(values)).toEqual(told);
  });

  test('is described for an enhanced image by what its frames share', async () => {
    expect(await mrOf({}, { FlipAngle: '15' })).toEqual({ flipAngle: 15 });
  });

  test('is described for MR images only', async () => {
    expect(await described({ Modality: 'CT', FlipAngle: '90' })).not.toHaveProperty('mr');
  });
});

describe('the tracer of a PET image', () => {
  const PET = { Modality: 'PT', Units: 'BQML', SUVType: 'BW', DecayCorrection: 'START', CorrectedImage: 'ATTN\\DECY', PatientWeight: '70' };
  const TOLD = {
    ...{ units: 'BQML', suvType: 'BW', decayCorrection: 'START', correctedImage: ['ATTN', 'DECY'], patientWeightKg: 70 },
    ...{
      patientHeightM: null,
      patientSex: '',
      seriesAt: '',
      acquiredAt: '',
      scanAt: '',
      vendorSuvFactor: null,
      vendorActivityFactor: null,
    },
  };
  const NO_DOSE = { totalDoseBq: null, halfLifeSeconds: null, injectedAt: '' };
  const isotope = (values: Values) => ({
    RadiopharmaceuticalInformationSequence: {
      items: [elements({ RadionuclideTotalDose: '4e8', RadionuclideHalfLife: '6586.2', ...values })],
    },
  });
  const DOSE = { totalDoseBq: 4e8, halfLifeSeconds: 6586.2 };

  test.each<[string, NonNullable<Values>, object]>([
    ['with the time of day', isotope({ RadiopharmaceuticalStartTime: '101500' }), { ...DOSE, injectedAt: '101500' }],
    [
      'with date and time, which the time of day does not replace',
      isotope({ RadiopharmaceuticalStartDateTime: '20240301101500', RadiopharmaceuticalStartTime: '9' }),
      { ...DOSE, injectedAt: '20240301101500' },
    ],
    ['that nothing is known of', {}, NO_DOSE],
    [
      'with the body and the times of the scan',
      {
        ...{ PatientSize: '1.8', PatientSex: 'M', SeriesDate: '20260102', SeriesTime: '110000' },
        ...{ AcquisitionDate: '20260102', AcquisitionTime: '110010.5' },
      },
      { ...NO_DOSE, patientHeightM: 1.8, patientSex: 'M', seriesAt: '20260102110000', acquiredAt: '20260102110010.5' },
    ],
    ['with one date and time of the image', { AcquisitionDateTime: '20260102110010' }, { ...NO_DOSE, acquiredAt: '20260102110010' }],
  ])('is described %s', async (_, values, told) => {
    expect((await described({ PatientSex: '', ...PET, ...values })).pet).toEqual({ ...TOLD, ...told });
  });

  test('is described with what its vendor says in private elements', async () => {
    const ge: DicomElement[] = [
      { tag: 0x00090010, vr: 'LO', value: 'GEMS_PETD_01' },
      { tag: 0x0009100d, vr: 'DT', value: '20260102110000.00' },
    ];
    expect((await described({ PatientSex: '', ...PET }, ge)).pet).toMatchObject({ scanAt: '20260102110000.00' });
    const philips: DicomElement[] = [
      { tag: 0x70530010, vr: 'LO', value: 'Philips PET Private Group' },
      { tag: 0x70531000, vr: 'DS', value: '0.000551' },
      { tag: 0x70531009, vr: 'DS', value: '1.5' },
    ];
    expect((await described({ PatientSex: '', ...PET }, philips)).pet).toMatchObject({
      vendorSuvFactor: 0.000551,
      vendorActivityFactor: 1.5,
    });
  });

  test('is described for PET images only', async () => {
    expect(await described({ ...PET, Modality: 'CT' })).not.toHaveProperty('pet');
  });
});

test.each<[string, NonNullable<Values>, number | undefined]>([
  ['by the clock of the scanner', { AcquisitionDate: '19700102', AcquisitionTime: '000010.5' }, 86_410.5],
  ['by one date and time', { AcquisitionDateTime: '19700101010000' }, 3600],
  ['by the time of a PET frame', { FrameReferenceTime: '90000', AcquisitionDate: '20260102', AcquisitionTime: '110000' }, 90],
  ['by its time after a trigger', { TriggerTime: '350.5' }, 0.3505],
  ['not at all', {}, undefined],
])('the time of an image is told %s [DYN-04]', async (_, values, seconds) => {
  expect((await described(values)).imageSeconds).toBe(seconds);
});

test('of very many windows the first 32 are described', async () => {
  const many = Array.from({ length: 33 }, (_, index) => index + 1);
  expect(await described({ WindowCenter: many, WindowWidth: many })).toMatchObject({
    windowCenter: many.slice(0, 32),
    windowWidth: many.slice(0, 32),
  });
});

test('a macro that is no sequence holds nothing', async () => {
  const item = [{ tag: TAG.PixelMeasuresSequence, vr: 'LO', value: 'damaged' }];
  expect(await described({ SharedFunctionalGroupsSequence: { items: [item] } })).toMatchObject({ sliceThickness: null });
});

describe('the place of the pixel data', () => {
  test('is found for floats and doubles, with their kind', async () => {
    const numbers = { PixelData: new Uint8Array(0) };
    const without = async (values: Values) => {
      const more = elements(values ?? {});
      const bytes = smallFile(numbers, { elements: more });
      // Pixel Data is the last of the small file: 12 bytes of a head without a value.
      const at = Buffer.from(bytes).lastIndexOf(Buffer.from([0xe0, 0x7f, 0x10, 0x00]));
      const read = await readDicomHeader(createMemorySource(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 12)])));
      if (!read.ok) throw new Error(read.why);
      return read.description.pixelData;
    };
    expect(await without({ FloatPixelData: new Uint8Array(64) })).toMatchObject({ numbers: 'float', length: 64, encapsulated: false });
    expect(await without({ DoubleFloatPixelData: new Uint8Array(128) })).toMatchObject({ numbers: 'double', length: 128 });
    expect(await without({})).toBe(null);
  });

  test('marks 8-bit pixels in big-endian words as swapped, and no others', async () => {
    const place = async (values: Values, transferSyntaxUid: string) => {
      const read = await readDicomHeader(createMemorySource(smallFile(values, { transferSyntaxUid })));
      return read.ok ? read.description.pixelData : null;
    };
    const BIG = '1.2.840.10008.1.2.2';
    expect(await place({ BitsAllocated: 8 }, BIG)).toMatchObject({ words: 'big-endian' });
    expect(await place({ BitsAllocated: 16 }, BIG)).not.toHaveProperty('words');
    expect(await place({ BitsAllocated: 8 }, '1.2.840.10008.1.2.1')).not.toHaveProperty('words');
  });
});

describe('the b-value of a vendor', () => {
  const bValue = async (...more: DicomElement[]) => (await described({}, more)).diffusionBValue;
  const maker = (tag: number, value: string): DicomElement => ({ tag, vr: 'LO', value });
  const SIEMENS = maker(0x00190010, 'SIEMENS MR HEADER');
  const UIH = maker(0x00650010, 'Image Private Header');
  const PHILIPS = maker(0x20010010, 'Philips Imaging DD 001');
  const GE = maker(0x00430010, 'GEMS_PARM_01');
  const float = new Uint8Array(Float32Array.of(700).buffer);
  const double = new Uint8Array(Float64Array.of(700).buffer);

  const BEHIND: DicomElement = { tag: 0x20011004, vr: 'LO', value: 'Z' };

  test.each<[what: string, elements: DicomElement[], value: number | null]>([
    ['United Imaging, as a double', [UIH, { tag: 0x00651009, vr: 'FD', value: 700 }], 700],
    ['as a float', [PHILIPS, { tag: 0x20011003, vr: 'FL', value: 700 }], 700],
    ['as a float without its VR', [PHILIPS, { tag: 0x20011003, vr: 'UN', value: float }], 700],
    ['as a double without its VR', [UIH, { tag: 0x00651009, vr: 'UN', value: double }], 700],
    ['as a text without its VR', [SIEMENS, { tag: 0x0019100c, vr: 'UN', value: Buffer.from('700 ') }], 700],
    ['as bytes with another length', [PHILIPS, { tag: 0x20011003, vr: 'UN', value: Uint8Array.of(1, 2, 3, 4, 5, 6) }], null],
    ['as four bytes of text', [PHILIPS, { tag: 0x20011003, vr: 'LO', value: 'abcd' }], null],
    ['as six bytes before another element', [PHILIPS, { tag: 0x20011003, vr: 'UN', value: Uint8Array.of(1, 2, 3, 4, 5, 6) }, BEHIND], null],
    ['a truncated float before another element', [PHILIPS, { tag: 0x20011003, vr: 'FL', value: Uint8Array.of(1, 2) }, BEHIND], null],
    ['a text before another element', [PHILIPS, { tag: 0x20011003, vr: 'LO', value: '700 ' }, BEHIND], 700],
    ['a truncated float', [PHILIPS, { tag: 0x20011003, vr: 'FL', value: Uint8Array.of(1, 2) }], null],
    ['a truncated double', [UIH, { tag: 0x00651009, vr: 'FD', value: Uint8Array.of(1, 2, 3, 4) }], null],
    ['GE, the first of four', [GE, { tag: 0x00431039, vr: 'IS', value: '800\\8\\0\\0' }], 800],
    ['GE, with its flag', [GE, { tag: 0x00431039, vr: 'IS', value: '1000000000\\8\\0\\0' }], 0],
    ['below zero', [SIEMENS, { tag: 0x0019100c, vr: 'IS', value: '-1' }], null],
    ['zero', [SIEMENS, { tag: 0x0019100c, vr: 'IS', value: '0' }], 0],
    ['beyond the range', [SIEMENS, { tag: 0x0019100c, vr: 'IS', value: '1000000' }], null],
    ['without its creator', [{ tag: 0x0019100c, vr: 'IS', value: '400' }], 400],
    ['without its creator, below zero', [{ tag: 0x0019100c, vr: 'IS', value: '-4' }], null],
    ['without its creator, and of another kind', [{ tag: 0x0019100c, vr: 'LO', value: '400' }], null],
    ['a creator in a later block', [maker(0x0019001f, 'SIEMENS MR HEADER'), { tag: 0x00191f0c, vr: 'IS', value: '400' }], 400],
    [
      'a creator after others',
      [
        maker(0x00190010, 'SOMEBODY'),
        maker(0x00190020, 'SOMEBODY ELSE'),
        maker(0x00190021, 'SIEMENS MR HEADER'),
        { tag: 0x0019210c, vr: 'IS', value: '400' },
      ],
      400,
    ],
    [
      'a creator far after the others',
      [maker(0x00190010, 'SOMEBODY'), maker(0x00190021, 'SIEMENS MR HEADER'), { tag: 0x0019210c, vr: 'IS', value: '400' }],
      null,
    ],
  ])('%s', async (_what, more, value) => {
    expect(await bValue(...more)).toBe(value);
  });

  test('without its VR, in implicit little endian', async () => {
    const more = [PHILIPS, { tag: 0x20011003, vr: 'FL', value: 700 }];
    const read = await readDicomHeader(createMemorySource(smallFile({}, { elements: more, transferSyntaxUid: '1.2.840.10008.1.2' })));
    expect(read.ok && read.description.diffusionBValue).toBe(700);
  });

  test.each([
    ['*ep_b800t', 800],
    ['ep_b800', 800],
    ['EP2D_B50#', 50],
    ['epb1000t', 1000],
    ['*ep_b123456', null],
    ['*ep_b800x', null],
    ['*se_b800', null],
    ['x*ep_b800', null],
  ])('in a sequence name, %s: %s', async (SequenceName, value) => {
    expect((await described({ SequenceName })).diffusionBValue).toBe(value);
  });
});
