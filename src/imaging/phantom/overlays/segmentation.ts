import { firstPixelPosition, phantomUid } from '#imaging/phantom/elements.ts';
import { PLANE_DIRECTIONS } from '#imaging/phantom/planes.ts';
import { phantomPlan, type PhantomPlan, type PhantomRequest } from '#imaging/phantom.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { writeDicom, type DicomElement, type DicomValue } from '#imaging/dicom/write-dicom.ts';
import { allSlices, code, frameOfReferenceElement, imageItems, instanceElements, numbers, replaced, sequence, text } from './elements.ts';
import { lesionCircle, lesionParts, PHANTOM_LESIONS, type PhantomLesion } from './lesions.ts';

/** A segmentation of the lesions in a series of the phantom: a segment for each. */
export function createPhantomSegmentation(request: PhantomRequest, options: SegmentationOptions = {}): Uint8Array<ArrayBuffer> {
  const { type = 'BINARY', transferSyntaxUid, encode, more = [] } = options;
  const plan = phantomPlan(request);
  const frames = framesOf(plan, type);
  const bits = type === 'BINARY' ? 1 : 8;
  const elements = [
    ...instanceElements(plan, { modality: 'SEG', sopClassUid: SOP_CLASS[type], seriesNumber: 101, description: 'Lesions' }),
    frameOfReferenceElement(plan.study),
    text(TAG.ImageType, 'CS', 'DERIVED\\PRIMARY'),
    sequence(TAG.ReferencedSeriesSequence, [referencedSeries(plan)]),
    text(TAG.ContentLabel, 'CS', 'LESIONS'),
    text(TAG.ContentDescription, 'LO', 'Lesions of the phantom'),
    text(TAG.SegmentationType, 'CS', type),
    ...(type === 'FRACTIONAL'
      ? [text(TAG.SegmentationFractionalType, 'CS', 'OCCUPANCY'), numbers(TAG.MaximumFractionalValue, 'US', FULL_FRACTION)]
      : []),
    sequence(TAG.SegmentSequence, PHANTOM_LESIONS.map(segmentItem)),
    numbers(TAG.SamplesPerPixel, 'US', 1),
    text(TAG.PhotometricInterpretation, 'CS', 'MONOCHROME2'),
    numbers(TAG.NumberOfFrames, 'IS', frames.length),
    numbers(TAG.Rows, 'US', plan.matrix),
    numbers(TAG.Columns, 'US', plan.matrix),
    numbers(TAG.BitsAllocated, 'US', bits),
    numbers(TAG.BitsStored, 'US', bits),
    numbers(TAG.HighBit, 'US', bits - 1),
    numbers(TAG.PixelRepresentation, 'US', 0),
    sequence(TAG.SharedFunctionalGroupsSequence, [sharedGroups(plan)]),
    sequence(
      TAG.PerFrameFunctionalGroupsSequence,
      frames.map((frame) => frameGroups(plan, frame)),
    ),
    { tag: TAG.PixelData, vr: 'OB', value: pixelData(frames, type, encode) },
  ];
  return writeDicom({ elements: replaced(elements, more), ...(transferSyntaxUid ? { transferSyntaxUid } : {}) });
}

export interface SegmentationOptions {
  type?: keyof typeof SOP_CLASS;
  transferSyntaxUid?: string;
  /** Codes one frame, for a transfer syntax of encapsulated frames; it gets bits eight to a byte. */
  encode?: (frame: Uint8Array) => Uint8Array;
  more?: readonly DicomElement[];
}

const SOP_CLASS = {
  BINARY: '1.2.840.10008.5.1.4.1.1.66.4',
  FRACTIONAL: '1.2.840.10008.5.1.4.1.1.66.4',
  LABELMAP: '1.2.840.10008.5.1.4.1.1.66.7',
};

/** The value of a pixel that lies in the lesion as a whole. */
const FULL_FRACTION = 200;

interface Frame {
  slice: number;
  /** Null in a label map. */
  lesion: PhantomLesion | null;
  values: Uint8Array;
}

/** Slices without a lesion have no frame. In a label map a pixel can have one number: that of the last lesion. */
function framesOf(plan: PhantomPlan, type: keyof typeof SOP_CLASS): Frame[] {
  if (type === 'LABELMAP') {
    return allSlices(plan).map((slice) => {
      const parts = PHANTOM_LESIONS.map((lesion) => ({ number: lesion.number, parts: lesionParts(plan, slice, lesion) }));
      const labelAt = (index: number) => parts.findLast((lesion) => lesion.parts[index]! >= 0.5)?.number ?? 0;
      return { slice, lesion: null, values: Uint8Array.from({ length: plan.matrix ** 2 }, (_, index) => labelAt(index)) };
    });
  }
  const toValue = type === 'BINARY' ? (part: number) => (part >= 0.5 ? 1 : 0) : (part: number) => Math.round(part * FULL_FRACTION);
  return PHANTOM_LESIONS.flatMap((lesion) =>
    allSlices(plan)
      .filter((slice) => lesionCircle(plan, slice, lesion) !== null)
      .map((slice) => ({ slice, lesion, values: Uint8Array.from(lesionParts(plan, slice, lesion), toValue) })),
  );
}

function referencedSeries(plan: PhantomPlan): DicomElement[] {
  return [
    text(TAG.SeriesInstanceUID, 'UI', phantomUid(plan.study, plan.seriesNumber)),
    sequence(REFERENCED_INSTANCE_SEQUENCE, imageItems(plan, allSlices(plan))),
  ];
}

const REFERENCED_INSTANCE_SEQUENCE = 0x0008114a;

function segmentItem({ number, label, cielab }: PhantomLesion): DicomElement[] {
  return [
    numbers(TAG.SegmentNumber, 'US', number),
    text(TAG.SegmentLabel, 'LO', label),
    text(TAG.SegmentAlgorithmType, 'CS', 'SEMIAUTOMATIC'),
    text(TAG.SegmentAlgorithmName, 'LO', 'Ball'),
    numbers(TAG.RecommendedDisplayCIELabValue, 'US', ...cielab),
    code(TAG.SegmentedPropertyCategoryCodeSequence, ['49755003', 'SCT', 'Morphologically Abnormal Structure']),
    code(
      TAG.SegmentedPropertyTypeCodeSequence,
      ['4147007', 'SCT', 'Mass'],
      [code(TAG.SegmentedPropertyTypeModifierCodeSequence, ['7771000', 'SCT', 'Left'])],
    ),
    code(TAG.AnatomicRegionSequence, ['12738006', 'SCT', 'Brain']),
    text(TAG.TrackingID, 'UT', `${label} ${number}`),
  ];
}

function sharedGroups({ plane, pixelSpacingMm, sliceSpacingMm }: PhantomPlan): DicomElement[] {
  const { row, column } = PLANE_DIRECTIONS[plane];
  return [
    sequence(TAG.PlaneOrientationSequence, [[numbers(TAG.ImageOrientationPatient, 'DS', ...row, ...column)]]),
    sequence(TAG.PixelMeasuresSequence, [
      [
        numbers(TAG.PixelSpacing, 'DS', pixelSpacingMm, pixelSpacingMm),
        numbers(TAG.SliceThickness, 'DS', sliceSpacingMm),
        numbers(TAG.SpacingBetweenSlices, 'DS', sliceSpacingMm),
      ],
    ]),
  ];
}

function frameGroups(plan: PhantomPlan, { slice, lesion }: Frame): DicomElement[] {
  return [
    sequence(TAG.DerivationImageSequence, [[sequence(TAG.SourceImageSequence, imageItems(plan, [slice]))]]),
    sequence(TAG.PlanePositionSequence, [[numbers(TAG.ImagePositionPatient, 'DS', ...firstPixelPosition(plan, slice))]]),
    ...(lesion ? [sequence(TAG.SegmentIdentificationSequence, [[numbers(TAG.ReferencedSegmentNumber, 'US', lesion.number)]])] : []),
  ];
}

/** Bits of all frames follow each other without a gap, the lowest bit of a byte first (PS3.5 8.1.1). */
function pixelData(frames: readonly Frame[], type: keyof typeof SOP_CLASS, encode: SegmentationOptions['encode']): DicomValue {
  const toBytes = type === 'BINARY' ? packBits : (values: Uint8Array) => values;
  if (encode) return { fragments: frames.map(({ values }) => encode(toBytes(values))) };
  return toBytes(Uint8Array.from(frames.flatMap(({ values }) => [...values])));
}

function packBits(values: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, index) => (bytes[index >> 3]! |= value << (index & 7)));
  return bytes;
}
