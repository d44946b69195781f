import { marked } from '#language/t.ts';

/**
 * What a NIfTI file holds besides numbers and voxels and could identify a person; the DICOM profile does not cover it. All of it is removed
 * whatever options the team chose: no tag tells what a text is about, and writers follow no rule (docs/decisions/434).
 */
export interface VolumeField {
  /** As the standard writes it. */
  field: string;
  name: string;
}

export interface TextField extends VolumeField {
  offset: number;
  length: number;
}

/**
 * Text fields. NIfTI-1: nifti1.h, `struct nifti_1_header`; the two fields marked as unused come from ANALYZE 7.5 (`struct header_key`), and
 * SPM and dcm2niix write the patient's name there. NIfTI-2: nifti2.h, `struct nifti_2_header`, which ends with reserved bytes.
 */
export const TEXT_FIELDS: Record<1 | 2, readonly TextField[]> = {
  1: [
    { offset: 4, length: 10, field: 'data_type', name: marked('Data type, of ANALYZE') },
    { offset: 14, length: 18, field: 'db_name', name: marked('Database name, of ANALYZE') },
    { offset: 148, length: 80, field: 'descrip', name: marked('Description') },
    { offset: 228, length: 24, field: 'aux_file', name: marked('Name of an auxiliary file') },
    { offset: 328, length: 16, field: 'intent_name', name: marked('Name or meaning of the data') },
  ],
  2: [
    { offset: 240, length: 80, field: 'descrip', name: marked('Description') },
    { offset: 320, length: 24, field: 'aux_file', name: marked('Name of an auxiliary file') },
    { offset: 508, length: 16, field: 'intent_name', name: marked('Name or meaning of the data') },
    { offset: 525, length: 15, field: 'unused_str', name: marked('Unused') },
  ],
};

/** nifti1.h, `struct nifti1_extender` and `struct nifti1_extension`: DICOM and AFNI headers, comments and so on. Up to `vox_offset`. */
export const EXTENSIONS: VolumeField = { field: 'extension', name: marked('Header extensions') };

/** After the last voxel. Not part of the volume. */
export const BEHIND_VOXELS: VolumeField = { field: 'padding', name: marked('Bytes behind the voxels') };

/** In a gzip member (RFC 1952, 2.3.1), by flag. */
export const GZIP_FIELDS = {
  extra: { field: 'FEXTRA', name: marked('Extra field of gzip') },
  name: { field: 'FNAME', name: marked('Name of the file, of gzip') },
  comment: { field: 'FCOMMENT', name: marked('Comment of gzip') },
  time: { field: 'MTIME', name: marked('Time of the file, of gzip') },
} as const satisfies Record<string, VolumeField>;
