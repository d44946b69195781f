import { describe, expect, it } from 'vitest';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { shrink } from './shrink.ts';

const space: VoxelSpace = {
  size: [12, 9, 4],
  origin: [100, 50, -20],
  steps: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 5],
  ],
};
/** The value of a voxel is its place, so that what is shrunk tells where it lies. */
const along = (axis: 0 | 1 | 2) =>
  Float64Array.from({ length: 12 * 9 * 4 }, (_, at) => [at % 12, Math.floor(at / 12) % 9, Math.floor(at / 108)][axis]!);

describe('a volume at a coarser resolution', () => {
  it('has fewer voxels along its fine axes only, in the middle of those they stand for [REG-01]', () => {
    const small = shrink({ space, samples: along(0) }, 3);
    expect(small.space.size).toEqual([4, 3, 4]);
    expect(small.space.origin).toEqual([101, 51, -20]);
    expect(small.space.steps).toEqual([
      [3, 0, 0],
      [0, 3, 0],
      [0, 0, 5],
    ]);
  });

  it('keeps a slope in its place, away from the edges [REG-01]', () => {
    for (const axis of [0, 1] as const) {
      const small = shrink({ space, samples: along(axis) }, 3);
      const middle = (2 * 3 + 1) * 4 + 1;
      expect(small.samples[middle]).toBeCloseTo(4, 5);
    }
    expect(shrink({ space, samples: along(2) }, 3).samples[3 * 12 + 5]).toBeCloseTo(3, 5);
  });

  it('keeps the mean of one value up to its edges, and a volume that is coarse enough as it is', () => {
    const all = shrink({ space, samples: new Int16Array(12 * 9 * 4).fill(7) }, 4);
    expect(all.samples.every((value) => Math.abs(value - 7) < 1e-5)).toBe(true);
    expect([...shrink({ space, samples: along(1) }, 1).samples]).toEqual([...along(1)]);
  });
});
