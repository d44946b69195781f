import { frameAtPlace } from '#imaging/dicom/header/describe-frames.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { mergeStudy } from '#model/studies/study-merging.ts';
import { mergeInstance, sliceOrder } from '#model/studies/series.ts';
import { deflatedFile, elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import type { Target } from './target.ts';
import { boundedSource } from './bounded-source.ts';

/** The header of a DICOM file, and what the device makes of it. */
export const dicomTarget: Target = {
  name: 'dicom',
  seeds: () => [
    ...WRITTEN.map((transferSyntaxUid) => smallFile(RICH, { transferSyntaxUid, elements: PRIVATE })),
    ...WRITTEN.map((transferSyntaxUid) => enhanced(transferSyntaxUid, transferSyntaxUid !== TRANSFER_SYNTAX.implicitLittleEndian)),
    smallFile({}, { framing: 'no-preamble' }),
    smallFile(RICH, { framing: 'bare', transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian }),
    smallFile(
      { NumberOfFrames: 3, PixelData: { fragments: [10, 20, 30].map((size) => new Uint8Array(size)) } },
      { transferSyntaxUid: RLE },
    ),
    deflatedFile(RICH),
  ],
  read,
  realPaths: [
    'transfer-syntaxes/small/MR_small.dcm',
    'transfer-syntaxes/small/MR_small_implicit.dcm',
    'transfer-syntaxes/deflated/wave_dfl',
    'enhanced-small/emri_small.dcm',
    'enhanced-small/emri_small_big_endian.dcm',
    'enhanced-small/emri_small_RLE.dcm',
    'charsets/chrH31.dcm',
    'odd-files/UN_sequence.dcm',
    'no-pixel-data/rtplan.dcm',
    'dicomdir/DICOMDIR',
    'mr-epi-siemens/mr_0003/epi_pe_ap-00001.dcm',
    'pet-cps-1023/PET/000002.dcm',
  ],
};

const RLE = '1.2.840.10008.1.2.5';
const WRITTEN = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];

const RICH = {
  SpecificCharacterSet: 'ISO 2022 IR 100\\ISO 2022 IR 87',
  ImageType: 'ORIGINAL\\PRIMARY\\M\\MOSAIC',
  PatientName: 'Heron^Quiet=\u001b$B;3ED\u001b(B^\u001b$BB@O:\u001b(B',
  ImagePositionPatient: [-1.5, 2, 30.25],
  ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
  PixelSpacing: [0.5, 0.5],
  WindowCenter: '40\\-600',
  WindowWidth: '400\\1500',
  RescaleSlope: '1',
  RescaleIntercept: '-1024',
};

const PRIVATE: DicomElement[] = [
  { tag: 0x00190010, vr: 'LO', value: 'SIEMENS MR HEADER' },
  { tag: 0x0019100a, vr: 'US', value: 4 },
  { tag: 0x0019100c, vr: 'IS', value: '400' },
  { tag: 0x00081140, vr: 'SQ', value: { items: [elements({ SOPInstanceUID: '2.25.9' })], undefinedLength: true } },
];

function enhanced(transferSyntaxUid: string, undefinedLength: boolean): Uint8Array {
  const frame = (z: number) =>
    elements({
      PlanePositionSequence: { items: [elements({ ImagePositionPatient: [1, 2, z] })], undefinedLength },
      FrameVOILUTSequence: { items: [elements({ WindowCenter: 300 + z, WindowWidth: 600 })] },
    });
  const shared = elements({ PixelMeasuresSequence: { items: [elements({ PixelSpacing: [0.8, 0.7], SliceThickness: 3 })] } });
  const values = {
    NumberOfFrames: 3,
    PixelData: new Uint8Array(96),
    SharedFunctionalGroupsSequence: { items: [shared], undefinedLength },
    PerFrameFunctionalGroupsSequence: { items: [frame(30), frame(10), frame(20)], undefinedLength },
  };
  return smallFile(values, { transferSyntaxUid });
}

async function read(bytes: Uint8Array): Promise<void> {
  const header = await readDicomHeader(boundedSource(bytes, 16 + bytes.length / 8));
  if (!header.ok) return;
  const { description } = header;
  assertPossible(description, header.source.size);
  const last = await frameAtPlace(header, description.numberOfFrames - 1);
  if (!(last.frame >= 0 && last.frame < description.numberOfFrames)) throw new Error(`frame ${last.frame}`);
  mergeStudy(null, description);
  mergeInstance(null, { fileId: '1', size: bytes.length, description });
  sliceOrder(description);
}

function assertPossible(description: InstanceDescription, size: number): void {
  for (const [name, value] of Object.entries(description)) {
    const numbers = [value].flat().filter((each) => typeof each === 'number');
    if (!numbers.every(Number.isFinite)) throw new Error(`${name} is ${String(value)}`);
  }
  const { pixelData, rows, columns, numberOfFrames } = description;
  if (rows < 0 || rows > 0xffff || columns < 0 || columns > 0xffff || numberOfFrames < 1) throw new Error('an impossible size');
  if (pixelData && pixelData.offset + pixelData.length > size) throw new Error('pixel data beyond the file');
}
