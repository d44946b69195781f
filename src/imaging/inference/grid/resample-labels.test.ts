import { describe, expect, it } from 'vitest';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { modelGridOf } from './model-grid.ts';
import { resampleLabels } from './resample-labels.ts';

/** A row of voxels of 1 mm, towards the left or the right. */
const row = (columns: number, mm = 1): VoxelSpace => ({
  size: [columns, 1, 1],
  origin: [0, 0, 0],
  steps: [
    [mm, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
});

const onSeries = (labels: number[], space: VoxelSpace, spacing: number): number[] => {
  const grid = modelGridOf(space, [spacing, 1, 1]);
  expect(grid.size[0]).toBe(labels.length);
  return [...resampleLabels(Uint8Array.from(labels), grid, space.size)];
};

describe('classes on the grid of the series', () => {
  it('are set where at least one half of them is, and their borders lie between voxel centres [AI-32]', () => {
    expect(onSeries([0, 1, 1, 0], row(8), 2)).toEqual([0, 0, 1, 1, 1, 1, 0, 0]);
    // The first voxel of two lies in the middle between two of the model: one half is enough.
    expect(onSeries([0, 1, 1, 0], row(2, 2), 1)).toEqual([1, 1]);
    expect(onSeries([0, 1, 1, 0], row(8, -1), 2)).toEqual([0, 0, 1, 1, 1, 1, 0, 0]);
  });

  it('that have one half each: the first of them [AI-32]', () => {
    expect(onSeries([2, 1, 2, 0], row(2, 2), 1)).toEqual([1, 2]);
  });

  it('that have less than one half each: none of them [AI-32]', () => {
    const space: VoxelSpace = {
      size: [1, 1, 1],
      origin: [0, 0, 0],
      steps: [
        [2, 0, 0],
        [0, 2, 0],
        [0, 0, 1],
      ],
    };
    const grid = modelGridOf(space, [1, 1, 1]);
    expect([...resampleLabels(Uint8Array.of(1, 2, 3, 0), grid, [1, 1, 1])]).toEqual([0]);
    expect([...resampleLabels(Uint8Array.of(1, 1, 3, 0), grid, [1, 1, 1])]).toEqual([1]);
  });
});
