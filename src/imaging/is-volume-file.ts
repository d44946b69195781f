import { looksLikeDicom, DICOM_SIGNATURE_BYTES } from '#model/files/looks-like-dicom.ts';
import { isNiftiName } from '#model/files/nifti-name.ts';
import type { ByteSource } from './byte-source.ts';

/** Whether a file is read as a NIfTI volume: by its name, unless it begins as DICOM. */
export async function isVolumeFile(path: string, source: ByteSource): Promise<boolean> {
  return isNiftiName(path) && !looksLikeDicom(await source.read(0, Math.min(DICOM_SIGNATURE_BYTES, source.size)));
}
