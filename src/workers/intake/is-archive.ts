import { classifyFile } from '#model/files/file-rules.ts';
import type { FileToTake } from './types.ts';

/** Also true for formats without a reader: walking such an archive ends immediately with the reason. */
export function isArchive({ path, file, forServer }: FileToTake): boolean {
  if (forServer) return false;
  const kind = classifyFile(path, file.size);
  return kind === 'archive' || kind === 'foreign-archive';
}
