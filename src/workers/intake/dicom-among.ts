import { looksLikeDicom, DICOM_SIGNATURE_BYTES } from '#model/files/looks-like-dicom.ts';

/** Few enough for the browser's limit of open files, and enough not to depend on one slow read at a time. */
const LOOKS_AT_ONCE = 8;

/** The files that are DICOM by their first bytes, in the given order. A file that cannot be opened is not one of them. */
export async function dicomAmong<Given extends { file: File }>(files: readonly Given[]): Promise<Given[]> {
  const found = new Set<Given>();
  const walk = files.values();
  const look = async (): Promise<void> => {
    for (const given of walk) if (await isDicom(given.file)) found.add(given);
  };
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, look));
  return files.filter((given) => found.has(given));
}

async function isDicom(file: File): Promise<boolean> {
  const bytes = await file
    .slice(0, DICOM_SIGNATURE_BYTES)
    .arrayBuffer()
    .catch(() => null);
  return bytes !== null && looksLikeDicom(new Uint8Array(bytes));
}
