import { classifyFile } from '#model/file-rules.ts';
import type { FileToTake } from './types.ts';

/** Also one of a format without a reader: the walk through it ends at once, with the reason. */
export function isArchive({ path, file, forServer }: FileToTake): boolean {
  if (forServer) return false;
  const kind = classifyFile(path, file.size);
  return kind === 'archive' || kind === 'foreign-archive';
}
