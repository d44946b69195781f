import { DICM_MARK, DICM_MARK_END, isDicmMark } from '#model/dicm-mark.ts';
import { classifyFile } from '#model/file-rules.ts';
import { isNiftiName } from '#model/nifti-name.ts';
import type { PickedFile } from '#workers/intake/types.ts';

export interface Sorted {
  taken: PickedFile[];
  /** Refused with the given toast; what systems leave among the files is passed over and not counted. */
  unsupported: PickedFile[];
}

/**
 * The door: what of a drop is read on this device (FILE-001 to 010, 017): DICOM and NIfTI files, and archives of them. An archive without a reader here
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

/** Few enough that no browser runs out of open files, enough that none waits for a slow disc alone. */
const LOOKS_AT_ONCE = 8;

/**
 * Of what the door refused, the files that carry `DICM` at byte 128. Four bytes of each are read, and one that cannot be opened is none of
 * them: the toast has named their number already.
 */
export async function markedAsDicom(refused: readonly PickedFile[]): Promise<PickedFile[]> {
  const marked = new Set<PickedFile>();
  const walk = refused.values();
  const look = async (): Promise<void> => {
    for (const picked of walk) if (await carriesMark(picked.file)) marked.add(picked);
  };
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, look));
  return refused.filter((picked) => marked.has(picked));
}

async function carriesMark(file: File): Promise<boolean> {
  if (file.size < DICM_MARK_END) return false;
  const bytes = await file
    .slice(DICM_MARK.offset, DICM_MARK_END)
    .arrayBuffer()
    .catch(() => null);
  return bytes !== null && isDicmMark(new Uint8Array(bytes));
}
