/**
 * What a NIfTI file holds beside numbers and voxels, and what may name somebody there: the profile of DICOM knows nothing of it. All of it is taken out,
 * whatever the options of a team: what a text of these is about no tag says, and who wrote it followed no rule (docs/decisions/434).
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
 * Fields of text. Of NIfTI-1 after nifti1.h, `struct nifti_1_header`; the two that it marks as unused are of ANALYZE 7.5 (`struct header_key`), and SPM and
 * dcm2niix write into them who was scanned. Of NIfTI-2 after nifti2.h, `struct nifti_2_header`, which ends with bytes for later.
 */
export const TEXT_FIELDS: Record<1 | 2, readonly TextField[]> = {
  1: [
    { offset: 4, length: 10, field: 'data_type', name: 'Data type, of ANALYZE' },
    { offset: 14, length: 18, field: 'db_name', name: 'Database name, of ANALYZE' },
    { offset: 148, length: 80, field: 'descrip', name: 'Description' },
    { offset: 228, length: 24, field: 'aux_file', name: 'Name of an auxiliary file' },
    { offset: 328, length: 16, field: 'intent_name', name: 'Name or meaning of the data' },
  ],
  2: [
    { offset: 240, length: 80, field: 'descrip', name: 'Description' },
    { offset: 320, length: 24, field: 'aux_file', name: 'Name of an auxiliary file' },
    { offset: 508, length: 16, field: 'intent_name', name: 'Name or meaning of the data' },
    { offset: 525, length: 15, field: 'unused_str', name: 'Unused' },
  ],
};

/** nifti1.h, `struct nifti1_extender` and `struct nifti1_extension`: headers of DICOM and AFNI, comments, whatever. Up to `vox_offset`. */
export const EXTENSIONS: VolumeField = { field: 'extension', name: 'Header extensions' };

/** Behind the last voxel. It belongs to nothing. */
export const BEHIND_VOXELS: VolumeField = { field: 'padding', name: 'Bytes behind the voxels' };

/** Of the member of a gzip file (RFC 1952, 2.3.1), by its flag. */
export const GZIP_FIELDS = {
  extra: { field: 'FEXTRA', name: 'Extra field of gzip' },
  name: { field: 'FNAME', name: 'Name of the file, of gzip' },
  comment: { field: 'FCOMMENT', name: 'Comment of gzip' },
  time: { field: 'MTIME', name: 'Time of the file, of gzip' },
} as const satisfies Record<string, VolumeField>;
