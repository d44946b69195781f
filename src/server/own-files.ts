import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MODE, FOLDER_MODE } from '#server/storage/file-system.ts';

/**
 * Creates the data folder if it is missing. An existing one that others can enter is restricted, with everything in it.
 * The folder itself comes last, so that an interrupted run is completed at the next start. Files of another user cannot be changed.
 */
export async function keepToOwner(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (isWide((await lstat(folder)).mode)) await narrow(folder);
}

async function narrow(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await narrow(path);
    if (entry.isFile()) await setMode(path, FILE_MODE);
  }
  await setMode(folder, FOLDER_MODE);
}

async function setMode(path: string, mode: number): Promise<void> {
  if (!isWide((await lstat(path)).mode)) return;
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
  });
}

/** Open to the group or to others. */
function isWide(mode: number): boolean {
  return (mode & 0o077) !== 0;
}
