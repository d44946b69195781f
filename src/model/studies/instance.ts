import type { FrameSubtraction } from '#model/computed/frame-subtraction.ts';
import type { UltrasoundRegion } from '#model/measurements/ultrasound-region.ts';

/**
 * What a header contains about one DICOM instance (or one NIfTI file), in standard terms. Absent values are null or '' and never guessed.
 * Lengths in mm, times in ms, angles in degrees, as in the standard (PS3.3 C.7, C.8).
 */
export interface InstanceDescription {
  /** A NIfTI volume, described as an instance of many frames. Absent: DICOM. */
  type?: 'nii';
  patientName: string;
  patientId: string;
  patientSex: string;
  studyInstanceUid: string;
  /** DICOM DA and TM texts, as written. */
  studyDate: string;
  studyTime: string;
  studyDescription: string;
  seriesInstanceUid: string;
  seriesNumber: number | null;
  seriesDescription: string;
  protocolName: string;
  imageComments: string;
  modality: string;
  bodyPartExamined: string;
  imageType: string[];
  sopInstanceUid: string;
  sopClassUid: string;
  transferSyntaxUid: string;
  instanceNumber: number | null;
  acquisitionNumber: number | null;
  rows: number;
  columns: number;
  bitsAllocated: number;
  bitsStored: number;
  highBit: number;
  /** (0028,0103): 1 when pixel values are signed. */
  pixelRepresentation: 0 | 1;
  samplesPerPixel: number;
  planarConfiguration: 0 | 1;
  photometricInterpretation: string;
  numberOfFrames: number;
  /** Row spacing (between rows), then column spacing. */
  pixelSpacing: [number, number] | null;
  imagerPixelSpacing: [number, number] | null;
  sliceThickness: number | null;
  spacingBetweenSlices: number | null;
  tablePositionSpacing: number | null;
  imagePositionPatient: [number, number, number] | null;
  imageOrientationPatient: [number, number, number, number, number, number] | null;
  sliceLocation: number | null;
  /** Positions of slices with the same UID can be compared. Absent if the header has none. */
  frameOfReferenceUid?: string;
  /** Every value of (0028,1050) and (0028,1051), and the texts as written. */
  windowCenter: number[];
  windowWidth: number[];
  windowCenterRaw: string;
  windowWidthRaw: string;
  rescaleIntercept: number;
  rescaleSlope: number;
  rescaleType: string;
  echoTime: number | null;
  repetitionTime: number | null;
  /** s/mm², from (0018,9087) or a vendor's private element. */
  diffusionBValue: number | null;
  /** When it was acquired, in seconds from a moment that the images of its series share. Absent: the header does not say. */
  imageSeconds?: number;
  cineRate: number | null;
  primaryAngle: number | null;
  secondaryAngle: number | null;
  /** Parts of an ultrasound image with lengths of their own. Absent: the header names none. */
  ultrasoundRegions?: readonly UltrasoundRegion[];
  /** How the frames of a film are subtracted. Absent: the header does not say. */
  frameSubtraction?: FrameSubtraction;
  /** It was compressed with losses, now or earlier. Absent: the header does not say so. */
  isLossy?: true;
  /** (0028,0301): whether there is text in the image. Absent: the header says neither. */
  burnedInAnnotation?: 'YES' | 'NO';
  /** What there should be of its series. Absent: the header does not say. */
  extent?: AcquisitionExtent;
  /** Slices side by side in this image: a Siemens mosaic. */
  mosaicTiles?: number;
  /** How an MR image was acquired. */
  mr?: MrScan;
  /** What converts the values of a PET image to uptake. */
  pet?: PetDescription;
  /** Width to height of a pixel as (0028,0034) has it: vertical, then horizontal; where there is no spacing in mm. */
  pixelAspectRatio?: [number, number];
  /** Colours of PALETTE COLOR. */
  palette?: { red: LookupTablePlace; green: LookupTablePlace; blue: LookupTablePlace };
  /** (0028,3000): replaces slope and intercept. */
  modalityLut?: LookupTablePlace;
  /** The first of (0028,3010): greys instead of a window. */
  voiLut?: LookupTablePlace;
  /** Graphics and regions over the image. */
  overlays?: OverlayPlace[];
  /** Position of the pixel data in the file; null if there is none. */
  pixelData: PixelDataPlace | null;
}

/** Numbers by which a header tells what its series consists of, and the place of the image among the times. Unknown ones are absent. */
export interface AcquisitionExtent {
  /** (0020,1002). */
  images?: number;
  /** (0054,0081): of one volume. */
  slices?: number;
  /** (0020,0105). */
  times?: number;
  /** (0020,0100). */
  time?: number;
}

/**
 * From the MR image modules (PS3.3 C.8.3.1, C.8.13), classic and enhanced, with the terms of the classic one; echo and repetition time are
 * elsewhere. Values that the header leaves empty are absent.
 */
export interface MrScan {
  /** SE, IR, GR, EP, RM. */
  scanningSequence?: string[];
  sequenceVariant?: string[];
  scanOptions?: string[];
  /** 2D or 3D. */
  acquisitionType?: string;
  sequenceName?: string;
  inversionTime?: number;
  flipAngle?: number;
  echoTrainLength?: number;
  /** (0008,9209): T1, T2, DIFFUSION and so on. */
  contrast?: string;
  /** (0008,9208): MAGNITUDE, PHASE and so on. */
  component?: string;
}

/** From the PET series and isotope modules (PS3.3 C.8.9.1, C.8.9.2). Times are DICOM TM or DT texts, '' where there is none. */
export interface PetDescription {
  /** BQML, CNTS, GML and so on. */
  units: string;
  suvType: string;
  /** NONE, START or ADMIN. */
  decayCorrection: string;
  correctedImage: string[];
  patientWeightKg: number | null;
  /** As written: some systems write centimetres. */
  patientHeightM: number | null;
  patientSex: string;
  totalDoseBq: number | null;
  halfLifeSeconds: number | null;
  injectedAt: string;
  seriesAt: string;
  acquiredAt: string;
  /** The start of the scan in (0009,xx0d) of GE. */
  scanAt: string;
  /** (7053,xx00) of Philips: from counts to uptake by weight. */
  vendorSuvFactor: number | null;
  /** (7053,xx09) of Philips: from counts to Bq/ml. */
  vendorActivityFactor: number | null;
}

/** Per-frame values of an enhanced multi-frame image. */
export type FrameDescription = Pick<
  InstanceDescription,
  | 'imagePositionPatient'
  | 'imageOrientationPatient'
  | 'windowCenter'
  | 'windowWidth'
  | 'windowCenterRaw'
  | 'windowWidthRaw'
  | 'rescaleIntercept'
  | 'rescaleSlope'
  | 'rescaleType'
>;

export interface PixelDataPlace {
  offset: number;
  length: number;
  encapsulated: boolean;
  /** The extended offset table (7FE0,0001) and its lengths (7FE0,0002). */
  frameTable?: { offsets: BytePlace; lengths: BytePlace };
  /** (7FE0,0008) or (7FE0,0009): the numbers are floats, not integers. */
  numbers?: 'float' | 'double';
  /** Written as big-endian 16-bit words (VR OW): 8-bit samples are stored in swapped pairs. */
  words?: 'big-endian';
}

export interface BytePlace {
  offset: number;
  length: number;
}

/** An overlay plane with one bit per point (PS3.3 C.9.2), in a group 6000 to 60FF. */
export interface OverlayPlace extends BytePlace {
  rows: number;
  columns: number;
  /** Position of its first point on the image, from 0; may be negative. */
  top: number;
  left: number;
  /** Number of planes, one for each frame from `firstFrame` (from 0) on. Null: a single plane that covers all frames. */
  frames: number | null;
  firstFrame: number;
  /** (60xx,0040): a region of interest, not graphics. */
  isRegion: boolean;
}

/** A lookup table by its descriptor (PS3.3 C.7.6.3.1.5, C.11.1.1): it begins at the stored value `first`. */
export interface LookupTablePlace extends BytePlace {
  entries: number;
  first: number;
  /** Bits per entry that count. */
  bits: number;
  isBigEndian: boolean;
  /** Written as segments (PS3.3 C.7.9.2), to be expanded. */
  isSegmented: boolean;
}
