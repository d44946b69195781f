import { beginsAsDicom, DICOM_BEGIN_BYTES } from '#model/begins-as-dicom.ts';
import { isNiftiName } from '#model/nifti-name.ts';
import type { ByteSource } from './byte-source.ts';

/** Whether a file is read as a NIfTI volume: its name says so, and it does not begin as DICOM. */
export async function isVolumeFile(path: string, source: ByteSource): Promise<boolean> {
  return isNiftiName(path) && !beginsAsDicom(await source.read(0, Math.min(DICOM_BEGIN_BYTES, source.size)));
}
