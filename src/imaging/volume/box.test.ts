import { describe, expect, it } from 'vitest';
import { boxOf, layerOf } from './box.ts';
import { samplePlane } from './sample-plane.ts';
import { volumeOf } from './volume.ts';

/** 4 x 4 x 3 voxels of 1 x 2 x 3 mm; the value of a voxel says where it is. */
const volume = volumeOf(
  {
    ...{ columns: 4, rows: 4, spacing: [1, 2], orientation: [1, 0, 0, 0, 1, 0] },
    positions: [0, 1, 2].map((slice) => [10, 20, 30 + 3 * slice] as const),
  },
  Float32Array.from({ length: 48 }, (_, at) => (at % 4) + 10 * (Math.floor(at / 4) % 4) + 100 * Math.floor(at / 16)),
);

const valuesOf = (mostVoxels: number): number[] => {
  const box = boxOf(volume, mostVoxels);
  return Array.from({ length: box.size[2] }, (_, layer) => [...samplePlane(volume, layerOf(box, layer))]).flat();
};

describe('the box of a volume [VOL-01]', () => {
  it('has the voxels of the volume where there is room for them', () => {
    const box = boxOf(volume, 1000);
    expect(box).toMatchObject({ size: [4, 4, 3], origin: [10, 20, 30], reducedBy: [1, 1, 1] });
    expect(box.steps).toEqual([
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 3],
    ]);
    expect(valuesOf(1000)).toEqual([...volume.voxels]);
  });

  it('halves the finest axis first, and each voxel is the mean of those that it stands for [VOL-08]', () => {
    const box = boxOf(volume, 24);
    expect(box).toMatchObject({ size: [2, 4, 3], origin: [10.5, 20, 30], reducedBy: [2, 1, 1] });
    expect(valuesOf(24).slice(0, 4)).toEqual([0.5, 2.5, 10.5, 12.5]);
    expect(boxOf(volume, 12)).toMatchObject({ size: [2, 2, 3], reducedBy: [2, 2, 1] });
    expect(valuesOf(12).slice(0, 2)).toEqual([5.5, 7.5]);
  });

  it('covers slices that are shifted against each other', () => {
    const tilted = volumeOf(
      {
        ...{ columns: 4, rows: 4, spacing: [1, 2], orientation: [1, 0, 0, 0, 1, 0] },
        positions: [0, 1, 2].map((slice) => [10, 20 + 2 * slice, 30 + 3 * slice] as const),
      },
      volume.voxels,
    );
    const box = boxOf(tilted, 1000);
    expect(box.size).toEqual([4, 6, 3]);
    const last = samplePlane(tilted, layerOf(box, 2));
    expect([...last.slice(0, 4)].every(Number.isNaN)).toBe(true);
    expect([...last.slice(8, 12)]).toEqual([200, 201, 202, 203]);
  });
});
