import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const SET = 'mr-hippocampus-masks';

/** A folder that a training reads. The first patients by name are trained on, the last ones are tested. */
export async function writeHippocampus(
  data: string,
  folder: string,
  { trained, tested }: { trained: number; tested: number },
): Promise<string> {
  await mkdir(folder);
  for (const name of ['images', 'labels']) await symlink(join(data, name), join(folder, name));
  const names = (await readdir(join(data, 'images'))).filter((name) => name.endsWith('.nii.gz')).toSorted();
  const casesOf = (files: readonly string[], part: string) =>
    files.map((name) => ({ id: name, part, images: [`images/${name}`], mask: `labels/${name}` }));
  const described = {
    classes: [
      { value: 1, title: 'Anterior' },
      { value: 2, title: 'Posterior' },
    ],
    channels: [{ name: 'T1', acquisition: null }],
    cases: [...casesOf(names.slice(0, -tested).slice(0, trained), 'train'), ...casesOf(names.slice(-tested), 'test')],
  };
  await writeFile(join(folder, 'dataset.json'), JSON.stringify(described));
  return folder;
}
