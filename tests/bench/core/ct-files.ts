import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { realDataFolder } from '#commands/real-data-folder.ts';

/** Of a scanner, with the header that scanners write: one made by code has a fifth of its elements. */
const SET = 'ct-abdomen-philips';
const FILES = 201;

/** As many CT files of half a megabyte as a chest has slices: the real ones over and over, each a file of its own. Null without real images. */
export async function writeCtFiles(folder: string): Promise<string[] | null> {
  const data = realDataFolder();
  if (data === null) return null;
  const slices = (await readdir(join(data, SET), { recursive: true })).filter((name) => name.endsWith('.dcm')).toSorted();
  await mkdir(folder, { recursive: true });
  const paths = Array.from({ length: FILES }, (_, number) => join(folder, `${number}.dcm`));
  for (const [number, path] of paths.entries()) await copyFile(join(data, SET, slices[number % slices.length]!), path);
  return paths;
}

export const NO_REAL_IMAGES = 'no real images here (LIGHTSHIP_TEST_DATA names their folder)';
