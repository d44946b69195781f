import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { elements } from '#tests/fixtures/dicom-file.ts';

/** Rows and columns. */
export const SIDE = 64;
/** mm between rows, then between columns. */
export const CT_SPACING = [2, 1] as const;
const INTERCEPT = -1024;

const STUDY = {
  StudyInstanceUID: '2.25.3400',
  StudyDate: '20260102',
  StudyTime: '101500',
  PatientName: 'Heron^Quiet',
  PatientID: 'T-34',
  PatientSex: 'F',
  BodyPartExamined: 'ABDOMEN',
  SamplesPerPixel: 1,
  PhotometricInterpretation: 'MONOCHROME2',
  Rows: SIDE,
  Columns: SIDE,
  BitsAllocated: 16,
  BitsStored: 16,
  HighBit: 15,
  PixelRepresentation: 0,
} as const;

/** 40 HU in the left half and 100 HU in the right one. */
function halves(offset: number): Uint8Array {
  const values = Uint16Array.from({ length: SIDE * SIDE }, (_, at) => offset + (at % SIDE < SIDE / 2 ? 40 : 100));
  return new Uint8Array(values.buffer);
}

/** `date` of the study; `end`: digits that its UIDs end with. */
function ctSlice(slice: number, { date = STUDY.StudyDate, end = '' }: { date?: string; end?: string } = {}): Uint8Array<ArrayBuffer> {
  return writeDicom({
    elements: elements({
      ...STUDY,
      StudyDate: date,
      StudyInstanceUID: `${STUDY.StudyInstanceUID}${end}`,
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.2',
      SOPInstanceUID: `2.25.34021${slice}${end}`,
      SeriesInstanceUID: `2.25.3402${end}`,
      FrameOfReferenceUID: '2.25.3409',
      Modality: 'CT',
      ImageType: 'ORIGINAL\\PRIMARY\\AXIAL',
      SeriesNumber: 2,
      SeriesDescription: 'halves',
      InstanceNumber: slice + 1,
      SliceThickness: 5,
      ImagePositionPatient: [0, 0, 5 * slice],
      ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
      PixelSpacing: [...CT_SPACING],
      WindowCenter: 50,
      WindowWidth: 400,
      RescaleIntercept: INTERCEPT,
      RescaleSlope: 1,
      RescaleType: 'HU',
      PixelData: halves(-INTERCEPT),
    }),
  });
}

/** A radiograph whose spacing is known on the detector only. */
function radiograph(): Uint8Array<ArrayBuffer> {
  return writeDicom({
    elements: elements({
      ...STUDY,
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
      SOPInstanceUID: '2.25.34031',
      SeriesInstanceUID: '2.25.3403',
      Modality: 'DX',
      ImageType: 'ORIGINAL\\PRIMARY',
      SeriesNumber: 3,
      SeriesDescription: 'detector',
      InstanceNumber: 1,
      ImagerPixelSpacing: [0.5, 0.5],
      WindowCenter: 70,
      WindowWidth: 140,
      PixelData: halves(0),
    }),
  });
}

/** A study whose lengths, angles and values are known: a CT of three slices with pixels that are not square, and a radiograph. */
export async function createMeasuredStudy(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'lightship-measured-'));
  for (const folder of ['ct', 'dx']) await mkdir(join(path, folder));
  for (const slice of [0, 1, 2]) await writeFile(join(path, 'ct', `${slice}.dcm`), ctSlice(slice));
  await writeFile(join(path, 'dx', '0.dcm'), radiograph());
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Two studies of one patient, each a CT of three slices; the dates as in DICOM. */
export async function createFollowedStudies(dates: readonly [string, string]): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'lightship-followed-'));
  for (const [at, date] of dates.entries()) {
    await mkdir(join(path, date));
    for (const slice of [0, 1, 2]) await writeFile(join(path, date, `${slice}.dcm`), ctSlice(slice, { date, end: `${at + 1}` }));
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
