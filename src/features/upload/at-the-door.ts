import { classifyFile } from '#model/file-rules.ts';
import { isNiftiName } from '#model/nifti-name.ts';
import type { PickedFile } from '#workers/intake/types.ts';

export interface Sorted {
  taken: PickedFile[];
  /** Refused with the given toast unless it is DICOM by its first bytes; what systems leave among the files is passed over and not counted. */
  unsupported: PickedFile[];
}

/**
 * The door: what of a drop is read on this device by its name and size (FILE-001 to 010, 017): DICOM and NIfTI files, and archives of them. An archive without a reader here
 * is refused like any such file, and taken all the same: its row then says what it is and what to do. `serverOpens`: archives are left to the server.
 */
export function atTheDoor(files: readonly PickedFile[], serverOpens = false): Sorted {
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
