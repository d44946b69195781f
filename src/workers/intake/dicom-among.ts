import { beginsAsDicom, DICOM_BEGIN_BYTES } from '#model/begins-as-dicom.ts';

/** Few enough that no browser runs out of open files, enough that none waits for a slow disc alone. */
const LOOKS_AT_ONCE = 8;

/** Those of the files that are DICOM by their first bytes, in the order in which they were given. One that cannot be opened is none of them. */
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
    .slice(0, DICOM_BEGIN_BYTES)
    .arrayBuffer()
    .catch(() => null);
  return bytes !== null && beginsAsDicom(new Uint8Array(bytes));
}
