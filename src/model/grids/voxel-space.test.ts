import { describe, expect, it } from 'vitest';
import { gridOf, type DescribedSlice } from './grid.ts';
import { gridSize, patientToVoxel, planeSize, sliceSpaceOf, voxelSpaceOf, voxelToPatient, voxelVolumeMl } from './voxel-space.ts';

const slice = (index: number, more: Partial<DescribedSlice> = {}): DescribedSlice => ({
  ...{
    sop: `1.${index}`,
    frame: 0,
    instanceNumber: index,
    rows: 4,
    columns: 6,
    pixelSpacing: [2, 0.5],
    frameOfReference: '1.2',
    isMosaic: false,
  },
  imagePositionPatient: [10, 20 + index, 30 + 3 * index],
  imageOrientationPatient: [1, 0, 0, 0, 1, 0],
  ...more,
});

describe('the space of a grid', () => {
  it('has a step for each axis, also where a tilted gantry shifts the slices [MASK-06]', () => {
    const space = voxelSpaceOf(gridOf([slice(0), slice(1), slice(2)])!)!;
    expect(space).toEqual({
      size: [6, 4, 3],
      origin: [10, 20, 30],
      steps: [
        [0.5, 0, 0],
        [0, 2, 0],
        [0, 1, 3],
      ],
    });
    expect(voxelVolumeMl(space)).toBeCloseTo(0.003, 12);
    expect(voxelToPatient(space, [2, 1, 2])).toEqual([11, 24, 36]);
    const [column, row, third] = patientToVoxel(space)([11, 24, 36]);
    expect([column, row, third].map((each) => Math.round(each * 1e9) / 1e9)).toEqual([2, 1, 2]);
  });

  it('is missing where slices make no volume, but each slice has its own [MASK-06]', () => {
    const grid = gridOf([slice(0), slice(1), slice(5, { columns: 9, pixelSpacing: [1, 1] })])!;
    expect(voxelSpaceOf(grid)).toBeNull();
    expect([gridSize(grid), planeSize(grid, 0), planeSize(grid, 2)]).toEqual([
      [9, 4, 3],
      [6, 4],
      [9, 4],
    ]);
    expect(sliceSpaceOf(grid, 2)).toMatchObject({
      size: [9, 4, 1],
      steps: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    });
    expect(() => planeSize(grid, 3)).toThrow('no such slice');
    expect(sliceSpaceOf(gridOf([slice(0, { pixelSpacing: null })])!, 0)).toBeNull();
  });
});
