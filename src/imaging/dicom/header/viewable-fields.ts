import { TAG } from '#imaging/dicom/tags.ts';

/** A header field that users may view (frame §3): tag, PS3.6 name, and modalities. */
export interface ViewableField {
  tag: number;
  name: string;
  group: FieldGroup;
  /** Modalities that have it; absent: all. */
  of?: readonly Modality[];
  /** The functional group sequence of an enhanced multi-frame image that holds it. */
  macro?: number;
}

export type FieldGroup = 'Patient' | 'Study' | 'Series' | 'Image' | 'Geometry' | 'Acquisition';
type Modality = 'CT' | 'MR' | 'XA' | 'PT' | 'US';

const CT = ['CT'] as const;
const MR = ['MR'] as const;
const XA = ['XA'] as const;
const PT = ['PT'] as const;
const RAYS = ['CT', 'XA'] as const;

/** In reading order: who, when, what, position, acquisition. */
const VIEWABLE_FIELDS: readonly ViewableField[] = [
  { group: 'Patient', tag: TAG.PatientName, name: "Patient's Name" },
  { group: 'Patient', tag: TAG.PatientID, name: 'Patient ID' },
  { group: 'Patient', tag: TAG.PatientBirthDate, name: "Patient's Birth Date" },
  { group: 'Patient', tag: TAG.PatientSex, name: "Patient's Sex" },
  { group: 'Patient', tag: 0x00101010, name: "Patient's Age" },
  { group: 'Patient', tag: 0x00101020, name: "Patient's Size" },
  { group: 'Patient', tag: TAG.PatientWeight, name: "Patient's Weight" },

  { group: 'Study', tag: TAG.StudyDate, name: 'Study Date' },
  { group: 'Study', tag: TAG.StudyTime, name: 'Study Time' },
  { group: 'Study', tag: TAG.StudyDescription, name: 'Study Description' },
  { group: 'Study', tag: 0x00080050, name: 'Accession Number' },
  { group: 'Study', tag: 0x00080080, name: 'Institution Name' },
  { group: 'Study', tag: 0x00200010, name: 'Study ID' },
  { group: 'Study', tag: TAG.StudyInstanceUID, name: 'Study Instance UID' },

  { group: 'Series', tag: TAG.Modality, name: 'Modality' },
  { group: 'Series', tag: TAG.SeriesNumber, name: 'Series Number' },
  { group: 'Series', tag: TAG.SeriesDescription, name: 'Series Description' },
  { group: 'Series', tag: TAG.ProtocolName, name: 'Protocol Name' },
  { group: 'Series', tag: TAG.BodyPartExamined, name: 'Body Part Examined' },
  { group: 'Series', tag: 0x00080021, name: 'Series Date' },
  { group: 'Series', tag: 0x00080031, name: 'Series Time' },
  { group: 'Series', tag: 0x00185100, name: 'Patient Position' },
  { group: 'Series', tag: 0x00200060, name: 'Laterality' },
  { group: 'Series', tag: TAG.SeriesInstanceUID, name: 'Series Instance UID' },

  { group: 'Image', tag: TAG.ImageType, name: 'Image Type' },
  { group: 'Image', tag: TAG.ImageComments, name: 'Image Comments' },
  { group: 'Image', tag: TAG.InstanceNumber, name: 'Instance Number' },
  { group: 'Image', tag: TAG.AcquisitionNumber, name: 'Acquisition Number' },
  { group: 'Image', tag: TAG.NumberOfFrames, name: 'Number of Frames' },
  { group: 'Image', tag: TAG.SOPClassUID, name: 'SOP Class UID' },
  { group: 'Image', tag: TAG.SOPInstanceUID, name: 'SOP Instance UID' },
  { group: 'Image', tag: TAG.PhotometricInterpretation, name: 'Photometric Interpretation' },
  { group: 'Image', tag: TAG.BitsAllocated, name: 'Bits Allocated' },
  { group: 'Image', tag: TAG.BitsStored, name: 'Bits Stored' },
  { group: 'Image', tag: TAG.WindowCenter, name: 'Window Center', macro: TAG.FrameVOILUTSequence },
  { group: 'Image', tag: TAG.WindowWidth, name: 'Window Width', macro: TAG.FrameVOILUTSequence },
  { group: 'Image', tag: TAG.RescaleIntercept, name: 'Rescale Intercept', macro: TAG.PixelValueTransformationSequence },
  { group: 'Image', tag: TAG.RescaleSlope, name: 'Rescale Slope', macro: TAG.PixelValueTransformationSequence },
  { group: 'Image', tag: TAG.RescaleType, name: 'Rescale Type', macro: TAG.PixelValueTransformationSequence },
  { group: 'Image', tag: 0x00282110, name: 'Lossy Image Compression' },

  { group: 'Geometry', tag: TAG.Rows, name: 'Rows' },
  { group: 'Geometry', tag: TAG.Columns, name: 'Columns' },
  { group: 'Geometry', tag: TAG.PixelSpacing, name: 'Pixel Spacing', macro: TAG.PixelMeasuresSequence },
  { group: 'Geometry', tag: TAG.ImagerPixelSpacing, name: 'Imager Pixel Spacing' },
  { group: 'Geometry', tag: TAG.PixelAspectRatio, name: 'Pixel Aspect Ratio' },
  { group: 'Geometry', tag: TAG.SliceThickness, name: 'Slice Thickness', macro: TAG.PixelMeasuresSequence },
  { group: 'Geometry', tag: TAG.SpacingBetweenSlices, name: 'Spacing Between Slices', macro: TAG.PixelMeasuresSequence },
  { group: 'Geometry', tag: TAG.SliceLocation, name: 'Slice Location' },
  { group: 'Geometry', tag: TAG.ImagePositionPatient, name: 'Image Position (Patient)', macro: TAG.PlanePositionSequence },
  { group: 'Geometry', tag: TAG.ImageOrientationPatient, name: 'Image Orientation (Patient)', macro: TAG.PlaneOrientationSequence },
  { group: 'Geometry', tag: 0x00200052, name: 'Frame of Reference UID' },

  { group: 'Acquisition', tag: TAG.Manufacturer, name: 'Manufacturer' },
  { group: 'Acquisition', tag: 0x00081090, name: "Manufacturer's Model Name" },
  { group: 'Acquisition', tag: 0x00080022, name: 'Acquisition Date' },
  { group: 'Acquisition', tag: 0x00080032, name: 'Acquisition Time' },
  { group: 'Acquisition', tag: 0x00180010, name: 'Contrast/Bolus Agent' },
  { group: 'Acquisition', tag: 0x00181040, name: 'Contrast/Bolus Route' },

  { group: 'Acquisition', tag: 0x00180060, name: 'KVP', of: RAYS },
  { group: 'Acquisition', tag: 0x00181151, name: 'X-Ray Tube Current', of: RAYS },
  { group: 'Acquisition', tag: 0x00181150, name: 'Exposure Time', of: RAYS },
  { group: 'Acquisition', tag: 0x00181152, name: 'Exposure', of: RAYS },
  { group: 'Acquisition', tag: 0x00181210, name: 'Convolution Kernel', of: CT },
  { group: 'Acquisition', tag: 0x00181120, name: 'Gantry/Detector Tilt', of: CT },
  { group: 'Acquisition', tag: 0x00181100, name: 'Reconstruction Diameter', of: ['CT', 'PT'] },
  { group: 'Acquisition', tag: TAG.TableFeedPerRotation, name: 'Table Feed per Rotation', of: CT },
  { group: 'Acquisition', tag: 0x00189311, name: 'Spiral Pitch Factor', of: CT },
  { group: 'Acquisition', tag: 0x00189345, name: 'CTDIvol', of: CT },

  { group: 'Acquisition', tag: 0x00180020, name: 'Scanning Sequence', of: MR },
  { group: 'Acquisition', tag: 0x00180021, name: 'Sequence Variant', of: MR },
  { group: 'Acquisition', tag: TAG.SequenceName, name: 'Sequence Name', of: MR },
  { group: 'Acquisition', tag: 0x00180023, name: 'MR Acquisition Type', of: MR },
  { group: 'Acquisition', tag: TAG.RepetitionTime, name: 'Repetition Time', of: MR, macro: TAG.MRTimingAndRelatedParametersSequence },
  { group: 'Acquisition', tag: TAG.EchoTime, name: 'Echo Time', of: MR },
  { group: 'Acquisition', tag: TAG.EffectiveEchoTime, name: 'Effective Echo Time', of: MR, macro: TAG.MREchoSequence },
  { group: 'Acquisition', tag: 0x00180082, name: 'Inversion Time', of: MR },
  { group: 'Acquisition', tag: 0x00181314, name: 'Flip Angle', of: MR, macro: TAG.MRTimingAndRelatedParametersSequence },
  { group: 'Acquisition', tag: 0x00180091, name: 'Echo Train Length', of: MR },
  { group: 'Acquisition', tag: 0x00180083, name: 'Number of Averages', of: MR },
  { group: 'Acquisition', tag: 0x00180087, name: 'Magnetic Field Strength', of: MR },
  { group: 'Acquisition', tag: 0x00181250, name: 'Receive Coil Name', of: MR },
  { group: 'Acquisition', tag: TAG.DiffusionBValue, name: 'Diffusion b-value', of: MR, macro: TAG.MRDiffusionSequence },

  { group: 'Acquisition', tag: TAG.CineRate, name: 'Cine Rate', of: ['XA', 'US'] },
  { group: 'Acquisition', tag: TAG.RecommendedDisplayFrameRate, name: 'Recommended Display Frame Rate', of: ['XA', 'US'] },
  { group: 'Acquisition', tag: TAG.FrameTime, name: 'Frame Time', of: ['XA', 'US'] },
  { group: 'Acquisition', tag: TAG.PositionerPrimaryAngle, name: 'Positioner Primary Angle', of: XA },
  { group: 'Acquisition', tag: TAG.PositionerSecondaryAngle, name: 'Positioner Secondary Angle', of: XA },
  { group: 'Acquisition', tag: 0x00181110, name: 'Distance Source to Detector', of: RAYS },
  { group: 'Acquisition', tag: 0x00181111, name: 'Distance Source to Patient', of: RAYS },

  { group: 'Acquisition', tag: TAG.Units, name: 'Units', of: PT },
  { group: 'Acquisition', tag: TAG.SUVType, name: 'SUV Type', of: PT },
  { group: 'Acquisition', tag: TAG.DecayCorrection, name: 'Decay Correction', of: PT },
  { group: 'Acquisition', tag: TAG.CorrectedImage, name: 'Corrected Image', of: PT },
  { group: 'Acquisition', tag: 0x00541101, name: 'Attenuation Correction Method', of: PT },
  { group: 'Acquisition', tag: 0x00541103, name: 'Reconstruction Method', of: PT },
  { group: 'Acquisition', tag: 0x00541300, name: 'Frame Reference Time', of: PT },
  { group: 'Acquisition', tag: 0x00181242, name: 'Actual Frame Duration', of: PT },
];

/** Fields that the modality does not have are left out; for an unknown modality, all are read. */
export function fieldsOf(modality: string): readonly ViewableField[] {
  const isKnown = VIEWABLE_FIELDS.some(({ of }) => of?.some((one) => one === modality));
  return isKnown ? VIEWABLE_FIELDS.filter(({ of }) => !of || of.some((one) => one === modality)) : VIEWABLE_FIELDS;
}
