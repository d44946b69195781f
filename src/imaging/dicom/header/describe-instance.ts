import type { InstanceDescription, PixelDataPlace } from '#model/studies/instance.ts';
import { readBValue } from './b-value.ts';
import { frameRate } from './frame-rate.ts';
import { mosaicTiles } from './mosaic.ts';
import { describeMr } from './describe-mr.ts';
import { acquisitionExtent } from './acquisition-extent.ts';
import { imageTime } from './image-time.ts';
import { describePet } from './pet.ts';
import { createElementValues } from '#imaging/dicom/elements/element-values.ts';
import { frameSubtraction } from './frame-subtraction.ts';
import { describeFrame, functionalGroups } from './functional-groups.ts';
import { lookupTablePlaces } from './find-lookup-tables.ts';
import { overlayPlaces } from './find-overlays.ts';
import type { Element, ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { ultrasoundRegions } from './ultrasound-regions.ts';
import type { Encoding } from '#imaging/dicom/transfer-syntax.ts';

/** A header as an InstanceDescription. Per-frame values of an enhanced multi-frame image are those of its first frame. */
export function describeInstance(
  bytes: Uint8Array,
  top: ElementSet,
  { encoding, transferSyntaxUid, fileSize }: FoundHeader,
): InstanceDescription {
  const values = createElementValues(bytes, encoding.bigEndian, top);
  const groups = functionalGroups(top, values)(0);
  const text = (tag: number) => values.text(top, tag);
  const number = (tag: number) => values.number(top, tag);
  const integer = (tag: number) => wholeNumber(number(tag));
  const count = (tag: number) => Math.max(0, integer(tag) ?? 0);
  const bitsAllocated = count(TAG.BitsAllocated);
  const bitsStored = count(TAG.BitsStored) || bitsAllocated;

  return {
    patientName: text(TAG.PatientName),
    patientId: text(TAG.PatientID),
    patientSex: text(TAG.PatientSex),
    studyInstanceUid: text(TAG.StudyInstanceUID),
    studyDate: text(TAG.StudyDate),
    studyTime: text(TAG.StudyTime),
    studyDescription: text(TAG.StudyDescription),
    seriesInstanceUid: text(TAG.SeriesInstanceUID),
    seriesNumber: integer(TAG.SeriesNumber),
    seriesDescription: text(TAG.SeriesDescription),
    protocolName: text(TAG.ProtocolName),
    imageComments: text(TAG.ImageComments),
    modality: text(TAG.Modality),
    bodyPartExamined: text(TAG.BodyPartExamined),
    imageType: values.texts(top, TAG.ImageType),
    sopInstanceUid: text(TAG.SOPInstanceUID),
    sopClassUid: text(TAG.SOPClassUID),
    transferSyntaxUid,
    instanceNumber: integer(TAG.InstanceNumber),
    acquisitionNumber: integer(TAG.AcquisitionNumber),
    rows: count(TAG.Rows),
    columns: count(TAG.Columns),
    bitsAllocated,
    bitsStored,
    highBit: number(TAG.HighBit) ?? Math.max(0, bitsStored - 1),
    pixelRepresentation: number(TAG.PixelRepresentation) === 1 ? 1 : 0,
    samplesPerPixel: count(TAG.SamplesPerPixel) || 1,
    planarConfiguration: number(TAG.PlanarConfiguration) === 1 ? 1 : 0,
    photometricInterpretation: text(TAG.PhotometricInterpretation),
    numberOfFrames: Math.max(1, count(TAG.NumberOfFrames)),
    pixelSpacing: pair(groups.numbers(TAG.PixelMeasuresSequence, TAG.PixelSpacing)),
    imagerPixelSpacing: pair(values.numbers(top, TAG.ImagerPixelSpacing)),
    sliceThickness: groups.number(TAG.PixelMeasuresSequence, TAG.SliceThickness),
    spacingBetweenSlices: groups.number(TAG.PixelMeasuresSequence, TAG.SpacingBetweenSlices),
    tablePositionSpacing: number(TAG.TableFeedPerRotation),
    sliceLocation: number(TAG.SliceLocation),
    ...frameOfReference(text(TAG.FrameOfReferenceUID)),
    ...describeFrame(groups),
    echoTime: number(TAG.EchoTime) ?? groups.number(TAG.MREchoSequence, TAG.EffectiveEchoTime),
    repetitionTime: groups.number(TAG.MRTimingAndRelatedParametersSequence, TAG.RepetitionTime),
    diffusionBValue: readBValue(top, values, bytes, encoding.bigEndian) ?? groups.number(TAG.MRDiffusionSequence, TAG.DiffusionBValue),
    cineRate: frameRate(top, values),
    primaryAngle: number(TAG.PositionerPrimaryAngle),
    secondaryAngle: number(TAG.PositionerSecondaryAngle),
    ...mosaicTiles(top, values, bytes, encoding.bigEndian),
    ...burnedIn(text(TAG.BurnedInAnnotation)),
    ...acquisitionExtent(top, values),
    ...lossy(text(TAG.LossyImageCompression), transferSyntaxUid),
    ...imageTime(top, values),
    ...describePet(top, values, bytes, encoding.bigEndian),
    ...describeMr(top, values, groups),
    ...ultrasoundRegions(top, values),
    ...frameSubtraction(top, values),
    ...aspectRatio(values.numbers(top, TAG.PixelAspectRatio)),
    ...(encoding.bigEndian ? {} : overlayPlaces(bytes, top, values)),
    ...lookupTablePlaces(bytes, top, encoding.bigEndian, number(TAG.PixelRepresentation) === 1),
    pixelData: pixelDataPlace(top, encoding, bitsAllocated, fileSize),
  };
}

export interface FoundHeader {
  encoding: Encoding;
  transferSyntaxUid: string;
  fileSize: number;
}

function pixelDataPlace(top: ElementSet, { bigEndian }: Encoding, bitsAllocated: number, fileSize: number): PixelDataPlace | null {
  const element = top.get(TAG.PixelData);
  const areSwapped = bigEndian && element?.vr === 'OW' && bitsAllocated <= 8;
  if (element) return { ...placeOf(element, fileSize), ...frameTable(top), ...(areSwapped ? { words: 'big-endian' } : {}) };
  const float = top.get(TAG.FloatPixelData);
  if (float) return { ...placeOf(float, fileSize), numbers: 'float' };
  const double = top.get(TAG.DoubleFloatPixelData);
  return double ? { ...placeOf(double, fileSize), numbers: 'double' } : null;
}

/** Only encapsulated pixel data has these (PS3.3 C.7.6.3.1.8). */
function frameTable(top: ElementSet): Pick<PixelDataPlace, 'frameTable'> {
  const offsets = top.get(TAG.ExtendedOffsetTable);
  const lengths = top.get(TAG.ExtendedOffsetTableLengths);
  if (!offsets || !lengths) return {};
  return {
    frameTable: {
      offsets: { offset: offsets.offset, length: offsets.length },
      lengths: { offset: lengths.offset, length: lengths.length },
    },
  };
}

/** Pixel data of undefined length is encapsulated (PS3.5 A.4) and runs to the end of the file. */
function placeOf({ offset, length }: Element, fileSize: number): PixelDataPlace {
  const encapsulated = length === 0xffffffff;
  return { offset, length: encapsulated ? fileSize - offset : length, encapsulated };
}

function wholeNumber(value: number | null): number | null {
  return value === null ? null : Math.trunc(value);
}

function frameOfReference(uid: string): Pick<InstanceDescription, 'frameOfReferenceUid'> {
  return uid === '' ? {} : { frameOfReferenceUid: uid };
}

/** JPEG baseline and extended, and JPEG-LS near-lossless: there is no lossless form of them. */
const LOSSY_SYNTAXES: readonly string[] = ['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51', '1.2.840.10008.1.2.4.81'];

/** (0028,2110) also stands in files that were compressed with losses earlier and are stored without compression (PS3.3 C.7.6.1.1.5). */
function lossy(flag: string, transferSyntaxUid: string): Pick<InstanceDescription, 'isLossy'> {
  return flag === '01' || LOSSY_SYNTAXES.includes(transferSyntaxUid) ? { isLossy: true } : {};
}

function burnedIn(value: string): Pick<InstanceDescription, 'burnedInAnnotation'> {
  return value === 'YES' || value === 'NO' ? { burnedInAnnotation: value } : {};
}

function aspectRatio(values: readonly number[]): Pick<InstanceDescription, 'pixelAspectRatio'> {
  const ratio = pair(values);
  return ratio ? { pixelAspectRatio: ratio } : {};
}

/** Spacing between neighbouring pixels; zero or less is invalid. */
function pair(values: readonly number[]): [number, number] | null {
  const [first, second] = values;
  return first !== undefined && second !== undefined && first > 0 && second > 0 ? [first, second] : null;
}
