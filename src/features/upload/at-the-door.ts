import { classifyFile } from '#model/file-rules.ts';
import type { PickedFile } from '#workers/intake/types.ts';

export interface Sorted {
  taken: PickedFile[];
  /** Refused with the given toast; what systems leave among the files is passed over and not counted. */
  unsupported: number;
}

/** The door: what of a drop is read on this device (FILE-001 to 010, 017). This version reads DICOM files. */
export function atTheDoor(files: readonly PickedFile[]): Sorted {
  const taken: PickedFile[] = [];
  let unsupported = 0;
  for (const picked of files) {
    const kind = classifyFile(picked.path, picked.file.size);
    if (kind === 'dicom') taken.push(picked);
    else if (kind !== 'litter') unsupported += 1;
  }
  return { taken, unsupported };
}
