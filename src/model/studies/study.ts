import type { InstanceDescription, MrScan, PetDescription } from './instance.ts';

/** Facts of a series as read on the device (ENT-28 to 34, one name each: ODD-26). Selection and status are stored separately. */
export interface SeriesFacts {
  /** A NIfTI volume. Absent: DICOM. */
  type?: 'nii';
  /** Series UID combined with image type and the other discriminators (READ-003, ENT-29); see `seriesKey`. */
  key: string;
  seriesInstanceUid: string;
  seriesNumber: number | null;
  seriesDescription: string;
  protocolName: string;
  imageComments: string;
  modalityCode: string;
  bodyPartExamined: string;
  imageType: string[];
  SOPClassUID: string;
  transferSyntaxUID: string;
  /** Slices: instances for single-frame images. */
  cnt: number;
  /** Frames of the instance that has the most. */
  numberOfFrames: number;
  /** Frames of all its instances together. Absent: read by an earlier version, which knew only the maximum. */
  frames?: number;
  /** Bytes of all its files. */
  totalFileSize: number;
  rows: number;
  columns: number;
  bitsAllocated: number;
  bitsStored: number;
  samplesPerPixel: number;
  pixelSpacing: [number, number] | null;
  imagerPixelSpacing: [number, number] | null;
  sliceThickness: number | null;
  tablePositionSpacing: number | null;
  imageOrientationPatient: [number, number, number, number, number, number] | null;
  /** True while every slice has the same orientation (READ-006). */
  imageOrientationPatientEquals: boolean;
  /** Distinct values over the series, ascending, so that the order of arrival does not matter. */
  windowCenter: number[];
  windowWidth: number[];
  rescaleIntercept: number;
  rescaleSlope: number;
  rescaleType: string;
  cineRate: number | null;
  primaryAngle: number | null;
  secondaryAngle: number | null;
  /** For MR, used to recognise the acquisition. Absent: another modality, or read by an earlier version. */
  mr?: SeriesMrScan;
  /** For PET, what its uptake values are computed from. Absent: another modality, or read by an earlier version. */
  pet?: SeriesPet;
  /** At least one instance has pixel data that this version can draw. */
  drawable: boolean;
  /** The instance that provides the single values of the series: the lowest instance number, then the lowest SOP Instance UID. */
  leader?: { instanceNumber: number; sopInstanceUid: string };
  /** Lowest and highest of each direction cosine over the series; null if a slice has none. Determines imageOrientationPatientEquals. */
  orientationRange?: { lowest: number[]; highest: number[] } | null;
}

export interface SeriesMrScan extends MrScan {
  echoTime: number | null;
  repetitionTime: number | null;
  /** Distinct over the series, ascending, s/mm². */
  bValues: number[];
}

/** Of the leader, but `acquiredAt` is that of the first image. */
export type SeriesPet = PetDescription;

/** Facts of a study as read on the device (ENT-26). */
export interface StudyFacts {
  /** Study UID, or patient name and date if the files have none (READ-002). */
  key: string;
  studyInstanceUid: string;
  patientName: string;
  patientSex: string;
  studyDate: string;
  studyTime: string;
  studyDescription: string;
}

/** A read file that will be added to a series. */
export interface ReadInstance {
  fileId: string;
  size: number;
  description: InstanceDescription;
}
