import type { ByteSource } from '#imaging/byte-source.ts';
import { MARK } from '#imaging/deidentify/marks.ts';
import { ATTRIBUTES } from '#imaging/deidentify/profile.ts';
import { PREAMBLE, stillIdentifies } from '#imaging/deidentify/still-identifies.ts';
import { volumeStillIdentifies } from '#imaging/deidentify/nifti/volume-still-identifies.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import type { CheckedFiles, FilesToCheck } from './identity-check.ts';

/** Reads everything of each file except its pixels. A compressed volume is inflated to its end. */
export async function checkFiles(
  { type, settings }: Pick<FilesToCheck, 'type' | 'settings'>,
  files: readonly ByteSource[],
): Promise<CheckedFiles> {
  return type === 'nii' ? checkVolumes(files) : checkInstances(settings, files);
}

async function checkInstances(settings: FilesToCheck['settings'], files: readonly ByteSource[]): Promise<CheckedFiles> {
  const tags = new Set<number>();
  let unread = 0;
  for (const source of files) {
    const header = await readDicomHeader(source);
    const judged = header.ok ? await stillIdentifies(header, settings, isGivenName) : { ok: false as const };
    if (!judged.ok) unread += 1;
    else for (const tag of judged.tags) tags.add(tag);
  }
  return { attributes: [...tags].sort((a, b) => a - b).map(nameOf), unread };
}

async function checkVolumes(files: readonly ByteSource[]): Promise<CheckedFiles> {
  const attributes = new Set<string>();
  let unread = 0;
  for (const source of files) {
    const judged = await volumeStillIdentifies(source);
    if (!judged.ok) unread += 1;
    else for (const { field, name } of judged.fields) attributes.add(`${name} (${field})`);
  }
  return { attributes: [...attributes], unread };
}

/** As assigned by CALL-056, or by the device until that is answered (READ-019). */
function isGivenName(name: string): boolean {
  return /^Anonymous \d{1,9}$/.test(name);
}

function nameOf(tag: number): string {
  const number = tag.toString(16).toUpperCase().padStart(8, '0');
  if (tag === MARK.PatientIdentityRemoved) return 'no mark that says so';
  if (tag === PREAMBLE) return 'a preamble';
  return ATTRIBUTES.get(tag)?.name ?? `(${number.slice(0, 4)},${number.slice(4)})`;
}
