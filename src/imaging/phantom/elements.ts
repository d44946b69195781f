import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { PhantomPlan, PhantomStudy } from '#imaging/phantom.ts';
import type { HeadContrast } from './head.ts';
import { PLANE_DIRECTIONS } from './planes.ts';
import { uidFromWords } from './uid.ts';

const SOP_CLASS = { MR: '1.2.840.10008.5.1.4.1.1.4', CT: '1.2.840.10008.5.1.4.1.1.2' };
const BODY_PART = { head: 'HEAD', abdomen: 'ABDOMEN' };

/** The elements of one slice except its pixel data, as a scanner writes them. */
export function phantomElements(plan: PhantomPlan, slice: number): DicomElement[] {
  const { study, seriesNumber, plane, matrix, pixelSpacingMm, sliceSpacingMm, window, modality } = plan;
  const { row, column } = PLANE_DIRECTIONS[plane];
  const uid = (...words: (string | number)[]) => phantomUid(study, ...words);
  const text = (tag: number, vr: string, value: string): DicomElement => ({ tag, vr, value });
  const numbers = (tag: number, vr: string, ...value: number[]): DicomElement => ({ tag, vr, value });

  return [
    text(TAG.SpecificCharacterSet, 'CS', 'ISO_IR 192'),
    text(TAG.ImageType, 'CS', modality === 'MR' ? 'ORIGINAL\\PRIMARY\\M\\NORM' : 'ORIGINAL\\PRIMARY\\AXIAL'),
    text(TAG.SOPClassUID, 'UI', SOP_CLASS[modality]),
    text(TAG.SOPInstanceUID, 'UI', uid(seriesNumber, slice)),
    text(TAG.StudyDate, 'DA', study.date),
    text(TAG.StudyTime, 'TM', study.time),
    text(TAG.Modality, 'CS', modality),
    text(TAG.Manufacturer, 'LO', 'Lightship phantom'),
    text(TAG.StudyDescription, 'LO', study.description),
    text(TAG.SeriesDescription, 'LO', plan.seriesDescription),
    text(TAG.PatientName, 'PN', study.patientName),
    text(TAG.PatientID, 'LO', study.patientId),
    text(TAG.PatientSex, 'CS', study.patientSex),
    text(TAG.BodyPartExamined, 'CS', BODY_PART[plan.body]),
    numbers(TAG.SliceThickness, 'DS', sliceSpacingMm),
    numbers(TAG.SpacingBetweenSlices, 'DS', sliceSpacingMm),
    text(TAG.ProtocolName, 'LO', plan.seriesDescription),
    text(TAG.StudyInstanceUID, 'UI', uid()),
    text(TAG.SeriesInstanceUID, 'UI', uid(seriesNumber)),
    numbers(TAG.SeriesNumber, 'IS', seriesNumber),
    numbers(TAG.AcquisitionNumber, 'IS', 1),
    numbers(TAG.InstanceNumber, 'IS', slice + 1),
    numbers(TAG.ImagePositionPatient, 'DS', ...firstPixelPosition(plan, slice)),
    numbers(TAG.ImageOrientationPatient, 'DS', ...row, ...column),
    numbers(TAG.SamplesPerPixel, 'US', 1),
    text(TAG.PhotometricInterpretation, 'CS', 'MONOCHROME2'),
    numbers(TAG.Rows, 'US', matrix),
    numbers(TAG.Columns, 'US', matrix),
    numbers(TAG.PixelSpacing, 'DS', pixelSpacingMm, pixelSpacingMm),
    numbers(TAG.BitsAllocated, 'US', 16),
    numbers(TAG.BitsStored, 'US', 12),
    numbers(TAG.HighBit, 'US', 11),
    numbers(TAG.PixelRepresentation, 'US', 0),
    numbers(TAG.WindowCenter, 'DS', window.center),
    numbers(TAG.WindowWidth, 'DS', window.width),
    numbers(TAG.RescaleIntercept, 'DS', plan.rescaleIntercept),
    numbers(TAG.RescaleSlope, 'DS', 1),
    text(TAG.RescaleType, 'LO', modality === 'CT' ? 'HU' : 'US'),
    ...(modality === 'MR' ? SCAN[plan.contrast ?? 't1'] : []),
  ];
}

/** A UID of the study; with words, of what they name in it. The instances of a series have the numbers of the series and of the slice. */
export function phantomUid({ seed, patientId, date }: PhantomStudy, ...words: (string | number)[]): string {
  return uidFromWords(seed, patientId, date, ...words);
}

/** Centre of the first pixel, in mm (PS3.3 C.7.6.2.1.1). */
export function firstPixelPosition({ plane, matrix, pixelSpacingMm, slices, sliceSpacingMm }: PhantomPlan, slice: number): number[] {
  const { row, column, normal } = PLANE_DIRECTIONS[plane];
  const half = ((matrix - 1) / 2) * pixelSpacingMm;
  const depth = (slice - (slices - 1) / 2) * sliceSpacingMm;
  return [0, 1, 2].map((axis) => {
    const place = normal[axis as 0] * depth - row[axis as 0] * half - column[axis as 0] * half;
    return Math.round(place * 1e4) / 1e4;
  });
}

/** Scan parameters for each contrast: times in ms, and the elements that distinguish it from others with the same times. */
const SCAN: Record<HeadContrast, readonly DicomElement[]> = {
  t1: [
    { tag: TAG.ScanningSequence, vr: 'CS', value: 'GR\\IR' },
    { tag: TAG.RepetitionTime, vr: 'DS', value: 1900 },
    { tag: TAG.EchoTime, vr: 'DS', value: 2.6 },
    { tag: TAG.InversionTime, vr: 'DS', value: 900 },
  ],
  t2: [
    { tag: TAG.ScanningSequence, vr: 'CS', value: 'SE' },
    { tag: TAG.RepetitionTime, vr: 'DS', value: 5400 },
    { tag: TAG.EchoTime, vr: 'DS', value: 102 },
    { tag: TAG.EchoTrainLength, vr: 'IS', value: 17 },
  ],
  flair: [
    { tag: TAG.ScanningSequence, vr: 'CS', value: 'SE\\IR' },
    { tag: TAG.RepetitionTime, vr: 'DS', value: 9000 },
    { tag: TAG.EchoTime, vr: 'DS', value: 89 },
    { tag: TAG.InversionTime, vr: 'DS', value: 2500 },
    { tag: TAG.EchoTrainLength, vr: 'IS', value: 17 },
  ],
  diffusion: [
    { tag: TAG.ScanningSequence, vr: 'CS', value: 'EP\\SE' },
    { tag: TAG.RepetitionTime, vr: 'DS', value: 6800 },
    { tag: TAG.EchoTime, vr: 'DS', value: 84 },
    { tag: TAG.DiffusionBValue, vr: 'FD', value: 1000 },
  ],
};
