import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadDataset, readTrainingSet } from './dataset-folder.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'lightship-dataset-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const CASE = { id: 'a', part: 'train', images: ['images/a_0000.nii.gz'], mask: 'labels/a.nii.gz' };
const SET = { classes: [{ value: 1, title: 'Anterior' }], channels: [{ name: 'T1', acquisition: null }], cases: [CASE] };

const read = async (content: unknown, name = 'dataset.json') => {
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return readTrainingSet(folder);
};

describe('a dataset in a folder', () => {
  test('has classes, channels and cases with their files; withdrawn ones are left out [AI-28]', async () => {
    const set = await read({
      ...SET,
      cases: [
        { ...CASE, images: [], mask: null, withdrawn: true },
        { ...CASE, withdrawn: false },
        { ...CASE, id: 'b', part: 'test', patient: 7 },
      ],
      more: 1,
    });
    expect(set).toEqual({
      ...SET,
      cases: [
        { ...CASE, number: 1, images: [join(folder, 'images/a_0000.nii.gz')], mask: join(folder, 'labels/a.nii.gz'), patient: 'a' },
        {
          ...CASE,
          number: 2,
          id: 'b',
          part: 'test',
          images: [join(folder, 'images/a_0000.nii.gz')],
          mask: join(folder, 'labels/a.nii.gz'),
          patient: '7',
        },
      ],
    });
  });

  test.each<[string, unknown, string]>([
    ['is no JSON', '{', 'not described completely'],
    ['has no classes', { ...SET, classes: [] }, 'not described completely'],
    ['has a class twice', { ...SET, classes: [...SET.classes, ...SET.classes] }, 'must ascend'],
    ['has an image too many', { ...SET, cases: [{ ...CASE, images: ['a', 'b'] }] }, 'Case 1 has not one image for each channel'],
    ['leads out of its folder', { ...SET, cases: [{ ...CASE, mask: '../secret.nii.gz' }] }, 'outside of its folder'],
    ['has nothing to train on', { ...SET, cases: [{ ...CASE, part: 'test' }] }, 'no case for training'],
  ])('that %s is refused [AI-28]', async (_, content, message) => {
    const reading = read(content);
    await expect(reading).rejects.toThrow(BadDataset);
    await expect(reading).rejects.toThrow(message);
  });

  test('that was exported says it in frozen.json', async () => {
    await read(SET);
    const exported = await read({ ...SET, classes: [{ value: 4, title: 'Exported' }], channels: ['FLAIR'] }, 'frozen.json');
    expect(exported).toMatchObject({ classes: [{ title: 'Exported' }], channels: [{ name: 'FLAIR', acquisition: null }] });
    await rm(join(folder, 'frozen.json'));
  });
});
