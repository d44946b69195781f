import { phantomUid } from '#imaging/phantom/elements.ts';
import type { Triple } from '#imaging/phantom/ellipsoid.ts';
import { phantomPlan, type PhantomPlan, type PhantomRequest } from '#imaging/phantom.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { allSlices, frameOfReferenceUid, imageItems, instanceElements, numbers, sequence, text } from './elements.ts';
import { lesionCircle, PHANTOM_LESIONS, pointOnCircle, type PhantomLesion } from './lesions.ts';

/** A structure set of a series of the phantom: the lesions by circles, and the centre of the first one as a point. */
export function createPhantomStructureSet(
  request: PhantomRequest,
  { transferSyntaxUid, contourPoints = 72 }: { transferSyntaxUid?: string; contourPoints?: number } = {},
): Uint8Array<ArrayBuffer> {
  const plan = phantomPlan(request);
  const centre = PHANTOM_LESIONS[0]!;
  const regions: Region[] = [
    ...PHANTOM_LESIONS.map((lesion) => ({
      ...lesion,
      type: 'GTV',
      contours: allSlices(plan).flatMap((slice) => circleContour(plan, slice, lesion, contourPoints)),
    })),
    { number: 3, label: 'Centre', rgb: [255, 255, 0], type: 'MARKER', contours: [contour('POINT', [centre.centre], [])] },
  ];
  const elements = [
    ...instanceElements(plan, { modality: 'RTSTRUCT', sopClassUid: SOP_CLASS, seriesNumber: 102, description: 'Lesions' }),
    text(TAG.StructureSetLabel, 'SH', 'Lesions'),
    sequence(TAG.ReferencedFrameOfReferenceSequence, [referencedFrame(plan)]),
    sequence(
      TAG.StructureSetROISequence,
      regions.map(({ number, label }) => [
        numbers(TAG.ROINumber, 'IS', number),
        text(TAG.ReferencedFrameOfReferenceUID, 'UI', frameOfReferenceUid(plan.study)),
        text(TAG.ROIName, 'LO', label),
      ]),
    ),
    sequence(
      TAG.ROIContourSequence,
      regions.map(({ number, rgb, contours }) => [
        numbers(TAG.ROIDisplayColor, 'IS', ...rgb),
        sequence(TAG.ContourSequence, contours),
        numbers(TAG.ReferencedROINumber, 'IS', number),
      ]),
    ),
    sequence(
      TAG.RTROIObservationsSequence,
      regions.map(({ number, type }) => [numbers(TAG.ReferencedROINumber, 'IS', number), text(TAG.RTROIInterpretedType, 'CS', type)]),
    ),
  ];
  return writeDicom({ elements, ...(transferSyntaxUid ? { transferSyntaxUid } : {}) });
}

const SOP_CLASS = '1.2.840.10008.5.1.4.1.1.481.3';

interface Region {
  number: number;
  label: string;
  rgb: Triple;
  type: string;
  contours: DicomElement[][];
}

function referencedFrame({ study, seriesNumber }: PhantomPlan): DicomElement[] {
  const series = sequence(TAG.RTReferencedSeriesSequence, [[text(TAG.SeriesInstanceUID, 'UI', phantomUid(study, seriesNumber))]]);
  return [
    text(TAG.FrameOfReferenceUID, 'UI', frameOfReferenceUid(study)),
    sequence(TAG.RTReferencedStudySequence, [[text(TAG.ReferencedSOPInstanceUID, 'UI', phantomUid(study)), series]]),
  ];
}

function circleContour(plan: PhantomPlan, slice: number, lesion: PhantomLesion, count: number): DicomElement[][] {
  const circle = lesionCircle(plan, slice, lesion);
  if (!circle) return [];
  const points = Array.from({ length: count }, (_, index) => pointOnCircle(plan, circle, (2 * Math.PI * index) / count));
  return [contour('CLOSED_PLANAR', points, imageItems(plan, [slice]))];
}

function contour(type: string, points: readonly Triple[], images: DicomElement[][]): DicomElement[] {
  return [
    ...(images.length > 0 ? [sequence(TAG.ContourImageSequence, images)] : []),
    text(TAG.ContourGeometricType, 'CS', type),
    numbers(TAG.NumberOfContourPoints, 'IS', points.length),
    text(TAG.ContourData, 'DS', points.flatMap((point) => point.map((mm) => String(Math.round(mm * 1e3) / 1e3))).join('\\')),
  ];
}
