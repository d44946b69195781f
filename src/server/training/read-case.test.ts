import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelGridOf } from '#imaging/inference/grid/model-grid.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { writeTrainingFolder } from '#tests/fixtures/training-folder.ts';
import { readTrainingSet } from './dataset-folder.ts';
import { labelsAtModel, prepareImage, readImages, readLabels } from './read-case.ts';

const NORMALISATION = { kind: 'percentiles', low: 0, high: 100, centre: 0, scale: 1 } as const;

test('an image and its mask are reordered alike, so that columns run to the left, rows to the back and slices up [AI-25]', () => {
  // Columns run up, rows to the left, slices to the front: 2 x 3 x 4 voxels of 2, 1 and 3 mm.
  const space: VoxelSpace = {
    size: [2, 3, 4],
    origin: [0, 0, 0],
    steps: [
      [0, 0, 2],
      [1, 0, 0],
      [0, -3, 0],
    ],
  };
  const labels = Uint8Array.from({ length: 24 }, (_, at) => at);
  const grid = modelGridOf(space, [1, 3, 2]);
  expect(grid.size).toEqual([3, 4, 2]);
  const reordered = labelsAtModel(labels, space.size, grid);
  const voxel = (column: number, row: number, slice: number): number => (slice * 3 + row) * 2 + column;
  expect(reordered[0]).toBe(voxel(0, 0, 3));
  expect(reordered[1]).toBe(voxel(0, 1, 3));
  expect(reordered[3]).toBe(voxel(0, 0, 2));
  expect(reordered[12]).toBe(voxel(1, 0, 3));
  const image = prepareImage([{ space, samples: labels, slope: 1, intercept: 0 }], [NORMALISATION], grid);
  expect([...image.channels[0]!].map((value) => Math.round(value * 23))).toEqual([...reordered]);
});

test('labels at another spacing are those of the nearest voxels', () => {
  const space: VoxelSpace = {
    size: [4, 1, 1],
    origin: [0, 0, 0],
    steps: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  };
  const labels = Uint8Array.of(1, 1, 0, 2);
  expect([...labelsAtModel(labels, space.size, modelGridOf(space, [0.5, 1, 1]))]).toEqual([1, 1, 1, 1, 0, 0, 2, 2]);
  expect(labelsAtModel(labels, space.size, modelGridOf(space, [4, 1, 1]))).toHaveLength(1);
});

test('files that are missing, are no volumes or do not fit together are refused, with the number of their case [AI-28]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lightship-case-'));
  try {
    await writeTrainingFolder(folder, [
      { id: 'one', part: 'train', step: 2 },
      { id: 'two', part: 'train', halves: [1, 7] },
    ]);
    const [, two] = (await readTrainingSet(folder)).cases;
    const [image] = await readImages(two!);
    expect(Math.max(...(await readLabels(two!, image!, [1, 7])))).toBe(2);
    await expect(readLabels(two!, image!, [1, 2])).rejects.toThrow('The mask of case 2 has values that are no class of the dataset');
    await copyFile(join(folder, 'labels/one.nii.gz'), two!.mask);
    await expect(readLabels(two!, image!, [1, 2])).rejects.toThrow('The mask of case 2 is not on the grid of its image');
    await writeFile(two!.images[0]!, 'no volume');
    await expect(readImages(two!)).rejects.toThrow('The image of case 2 cannot be read (not-nifti)');
    await rm(two!.images[0]!);
    await expect(readImages(two!)).rejects.toThrow('The image of case 2 is missing');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
