import { classifyFile } from '#model/files/file-rules.ts';
import type { GivenFile } from '#ui/upload/read-dropped.ts';

interface AcceptedFiles {
  taken: GivenFile[];
  unsupported: GivenFile[];
}

/** given (LEG-006): dcm, zip, rar and tar.gz; also files without extension, as everywhere (FILE-005). System files are skipped. */
export function acceptFiles(files: readonly GivenFile[]): AcceptedFiles {
  const known = files.filter(({ path, file }) => classifyFile(path, file.size) !== 'litter');
  const isTaken = ({ path, file }: GivenFile): boolean => ARCHIVE.test(path) || classifyFile(path, file.size) === 'dicom';
  return { taken: known.filter(isTaken), unsupported: known.filter((file) => !isTaken(file)) };
}

const ARCHIVE = /\.(zip|rar|tar\.gz|tgz)$/i;
