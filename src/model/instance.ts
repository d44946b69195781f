/**
 * What a header says of one DICOM instance (or of one NIfTI file), in the field's own words. Absent values are null or '' — never
 * guessed. Lengths in mm, times in ms, angles in degrees, as the standard gives them (PS3.3 C.7, C.8).
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
  cineRate: number | null;
  primaryAngle: number | null;
  secondaryAngle: number | null;
  /** Slices that lie side by side in this one picture: a mosaic of Siemens. */
  mosaicTiles?: number;
  /** How an MR picture was made. */
  mr?: MrScan;
  /** What turns the values of a PET picture into uptake. */
  pet?: PetDescription;
  /** Width to height of a pixel as (0028,0034) has it: vertical, then horizontal; where there is no spacing in mm. */
  pixelAspectRatio?: [number, number];
  /** Colours of PALETTE COLOR. */
  palette?: { red: LookupTablePlace; green: LookupTablePlace; blue: LookupTablePlace };
  /** (0028,3000): what takes the place of slope and intercept. */
  modalityLut?: LookupTablePlace;
  /** The first of (0028,3010): greys instead of a window. */
  voiLut?: LookupTablePlace;
  /** Graphics and regions that lie over the picture. */
  overlays?: OverlayPlace[];
  /** Where the pixel data stands in the file; null when the file has no data part. */
  pixelData: PixelDataPlace | null;
}

/**
 * Of the MR image modules (PS3.3 C.8.3.1, C.8.13), classic and enhanced in the words of the classic one; beside echo and repetition time. What the
 * header leaves empty is absent.
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

/** Of the PET series and isotope modules (PS3.3 C.8.9.1, C.8.9.2); times as DICOM TM or DT texts. */
export interface PetDescription {
  /** BQML, CNTS, GML and so on. */
  units: string;
  suvType: string;
  /** NONE, START or ADMIN. */
  decayCorrection: string;
  correctedImage: string[];
  patientWeightKg: number | null;
  totalDoseBq: number | null;
  halfLifeSeconds: number | null;
  injectedAt: string;
}

/** What a frame of an enhanced multi-frame image may say for itself. */
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
  /** Written as big-endian 16-bit words (VR OW): 8-bit samples stand in swapped pairs. */
  words?: 'big-endian';
}

export interface BytePlace {
  offset: number;
  length: number;
}

/** An overlay plane of one bit per point (PS3.3 C.9.2), as it stands in a group of 6000 to 60FF. */
export interface OverlayPlace extends BytePlace {
  rows: number;
  columns: number;
  /** Where its first point lies on the picture, from 0; may be negative. */
  top: number;
  left: number;
  /** Frames of the picture that it lies on: so many from `firstFrame` on (from 0). One plane for one frame; a lone plane without frames lies on all. */
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
