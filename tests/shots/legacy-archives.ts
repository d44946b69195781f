import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { zipSync } from 'fflate';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';

/** The folder as one zip, and one that says of itself that it is encrypted. */
export async function writeArchives(into: string, folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files: Record<string, Uint8Array> = {};
  for (const { name, parentPath } of entries) {
    files[relative(folder, join(parentPath, name))] = new Uint8Array(await readFile(join(parentPath, name)));
  }
  const [disc, locked] = [join(into, 'disc.zip'), join(into, 'locked.zip')];
  await writeFile(disc, zipSync(files, { level: 1 }));
  await writeFile(locked, writeZip([{ name: '1.dcm', bytes: new Uint8Array(100), flags: 1 }]));
  return [disc, locked];
}
