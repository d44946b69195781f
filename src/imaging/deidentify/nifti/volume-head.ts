import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { EXTENSIONS, TEXT_FIELDS, type VolumeField } from './volume-fields.ts';

/** The bytes before the voxels without identifying data: same length, so that `vox_offset` stays valid. */
export interface BlankHead {
  bytes: Uint8Array<ArrayBuffer>;
  /** What was not blank. */
  taken: VolumeField[];
}

/** `head`: all bytes up to the voxels. */
export function blankHead(head: Uint8Array, { version }: Pick<NiftiHeader, 'version'>): BlankHead {
  const bytes = new Uint8Array(head);
  const taken: VolumeField[] = [];
  const blank = ({ field, name }: VolumeField, from: number, to: number): void => {
    if (bytes.subarray(from, to).every((byte) => byte === 0)) return;
    bytes.fill(0, from, to);
    taken.push({ field, name });
  };
  for (const field of TEXT_FIELDS[version]) blank(field, field.offset, field.offset + field.length);
  // The zero extender means that no extension follows; `vox_offset` skips what follows it.
  blank(EXTENSIONS, HEADER_SIZES[version], bytes.length);
  return { bytes, taken };
}

/** `sizeof_hdr`. */
const HEADER_SIZES = { 1: 348, 2: 540 } as const;
