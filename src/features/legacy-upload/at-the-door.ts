import { classifyFile } from '#model/file-rules.ts';
import type { GivenFile } from '#ui/upload/read-dropped.ts';

interface Sorted {
  taken: GivenFile[];
  unsupported: GivenFile[];
}

/** given (LEG-006): dcm, zip, rar and tar.gz; and what has no extension as everywhere (FILE-005). What systems leave among the files is passed over. */
export function atTheDoor(files: readonly GivenFile[]): Sorted {
  const known = files.filter(({ path, file }) => classifyFile(path, file.size) !== 'litter');
  const isTaken = ({ path, file }: GivenFile): boolean => ARCHIVE.test(path) || classifyFile(path, file.size) === 'dicom';
  return { taken: known.filter(isTaken), unsupported: known.filter((file) => !isTaken(file)) };
}

const ARCHIVE = /\.(zip|rar|tar\.gz|tgz)$/i;
