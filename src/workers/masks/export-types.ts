import type { ReportedStudy } from '#imaging/dicom/write-sr/reported-study.ts';
import type { SegmentationRefusal } from '#imaging/mask/interchange/dicom/write-segmentation.ts';
import type { SegmentCodes } from '#imaging/mask/interchange/exported-segment.ts';

export type MaskFormat = 'seg' | 'nifti' | 'stl' | 'csv';

/** What is to leave of an open segmentation. */
export interface MaskExport {
  format: MaskFormat;
  /** Of each file, without its ending. It says nothing of the patient. */
  fileName: string;
  /** Their order gives the values of a label map: 1, 2 and so on. */
  segments: readonly NamedSegment[];
  /** The segment whose surface leaves as STL. */
  chosen: string | null;
  /** What only DICOM needs. */
  dicom: DicomNames;
}

export interface NamedSegment {
  uuid: string;
  name: string;
  /** `#RRGGBB`. */
  colour: string;
  codes: SegmentCodes;
}

export interface DicomNames {
  /** Its date and the ID of the patient are taken from the images. */
  study: Omit<ReportedStudy, 'date' | 'patientId'>;
  label: string;
  author: string;
  /** When it is written, as DA and TM. */
  date: string;
  time: string;
  softwareVersion: string;
}

export interface ExportedFile {
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export type MaskExported =
  | {
      ok: true;
      files: ExportedFile[];
      /** In how many files of the format the segments are: more than 1 if some overlap. */
      parts: number;
      /** UUIDs of segments without a voxel, which are not in the files. */
      left: string[];
      /** The gantry was tilted: programs built on ITK refuse or straighten such a label map. */
      isSheared: boolean;
      /** The images are in colour: a table has sizes only. */
      isWithoutValues: boolean;
    }
  | { ok: false; why: MaskExportRefusal };

/**
 * `closed`: the segmentation is not open any more. `unread`: images that are needed are not all on this device. `no-volume`: the slices make no volume.
 * For the others see `SegmentationRefusal`.
 */
export type MaskExportRefusal = SegmentationRefusal | 'closed' | 'unread' | 'no-volume';
