import type { InstanceDescription, MrScan } from './instance.ts';

/** Facts of a series as read on the device (ENT-28 to 34, one name each: ODD-26). Selection and status live beside it, not in it. */
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
  /** Frames of the instance that has most of them. */
  numberOfFrames: number;
  /** Frames of all its instances together. Absent: an earlier version read it, and knew only the most of them. */
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
  /** Distinct values over the series, ascending: the same whatever order the files arrived in. */
  windowCenter: number[];
  windowWidth: number[];
  rescaleIntercept: number;
  rescaleSlope: number;
  rescaleType: string;
  cineRate: number | null;
  primaryAngle: number | null;
  secondaryAngle: number | null;
  /** Of MR, by which an acquisition is recognised. Absent: another modality, or an earlier version read it. */
  mr?: SeriesMrScan;
  /** At least one instance has pixel data that this version can draw. */
  drawable: boolean;
  /** The instance whose single values stand for the series: the lowest instance number, then the lowest SOP Instance UID. */
  leader?: { instanceNumber: number; sopInstanceUid: string };
  /** Lowest and highest of each direction cosine over the series; null when a slice has none. Tells imageOrientationPatientEquals. */
  orientationRange?: { lowest: number[]; highest: number[] } | null;
}

export interface SeriesMrScan extends MrScan {
  echoTime: number | null;
  repetitionTime: number | null;
  /** Distinct over the series, ascending, s/mm². */
  bValues: number[];
}

/** Facts of a study as read on the device (ENT-26). */
export interface StudyFacts {
  /** Study UID, or patient name and date where the files carry none (READ-002). */
  key: string;
  studyInstanceUid: string;
  patientName: string;
  patientSex: string;
  studyDate: string;
  studyTime: string;
  studyDescription: string;
}

/** One read file on its way into a series. */
export interface ReadInstance {
  fileId: string;
  size: number;
  description: InstanceDescription;
}
