import { classifyFile } from '#model/files/file-rules.ts';
import { isNiftiName } from '#model/files/nifti-name.ts';
import type { PickedFile } from '#workers/intake/types.ts';

export interface AcceptedFiles {
  taken: PickedFile[];
  /** Refused with the given toast unless it is DICOM by its first bytes; system files are skipped and not counted. */
  unsupported: PickedFile[];
}

/**
 * Sorts the files of a drop by name and size (FILE-001 to 010, 017): DICOM and NIfTI files, and archives of them, are read on this device.
 * An archive without a reader here is refused, but still listed: its row says what to do. `serverOpens`: archives are left to the server.
 */
export function acceptFiles(files: readonly PickedFile[], serverOpens = false): AcceptedFiles {
  const taken: PickedFile[] = [];
  const unsupported: PickedFile[] = [];
  for (const picked of files) {
    const kind = classifyFile(picked.path, picked.file.size);
    if (kind === 'litter') continue;
    const isArchive = kind === 'archive' || kind === 'foreign-archive';
    if (isArchive && serverOpens && isOpenedByServer(picked.path, kind)) {
      taken.push({ ...picked, forServer: true });
      continue;
    }
    const isTaken = kind === 'dicom' || isNiftiName(picked.path) || isArchive;
    if (isTaken) taken.push(picked);
    if (!isTaken || kind === 'foreign-archive') unsupported.push(picked);
  }
  return { taken, unsupported };
}

/** What the server reads: what this device reads, and rar (docs/decisions/424). */
function isOpenedByServer(path: string, kind: 'archive' | 'foreign-archive'): boolean {
  return kind === 'archive' || path.toLowerCase().endsWith('.rar');
}
