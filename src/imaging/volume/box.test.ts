import { describe, expect, it } from 'vitest';
import { boxOf, LayerOfBox, planesOfLayer, type Reduction } from './box.ts';
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

const valuesOf = (mostVoxels: number, by: Reduction, of = volume): number[] => {
  const box = boxOf(of, mostVoxels);
  return Array.from({ length: box.size[2] }, (_, layer) => {
    const { planes, ...pixels } = planesOfLayer(box, layer, by);
    const whole = new LayerOfBox(box.size, by);
    for (const plane of planes) whole.add(samplePlane(of, plane), pixels);
    return [...whole.done()];
  }).flat();
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
    for (const by of ['max', 'mean'] as const) expect(valuesOf(1000, by)).toEqual([...volume.voxels]);
  });

  it('halves the finest axis first, and each voxel is the mean or the largest of those that it stands for [VOL-08]', () => {
    const box = boxOf(volume, 24);
    expect(box).toMatchObject({ size: [2, 4, 3], origin: [10.5, 20, 30], reducedBy: [2, 1, 1] });
    expect(valuesOf(24, 'mean').slice(0, 4)).toEqual([0.5, 2.5, 10.5, 12.5]);
    expect(valuesOf(24, 'max').slice(0, 4)).toEqual([1, 3, 11, 13]);
    expect(boxOf(volume, 12)).toMatchObject({ size: [2, 2, 3], reducedBy: [2, 2, 1] });
    expect(valuesOf(12, 'mean').slice(0, 2)).toEqual([5.5, 7.5]);
    expect(valuesOf(12, 'max').slice(0, 2)).toEqual([11, 13]);
  });

  it('leaves out none of the voxels, however many are one [VOL-03, VOL-08]', () => {
    for (let slice = 0; slice < 16; slice += 1) {
      const bright = volumeOf(
        {
          ...{ columns: 2, rows: 2, spacing: [4, 4], orientation: [1, 0, 0, 0, 1, 0] },
          positions: Array.from({ length: 16 }, (_, at) => [0, 0, at] as const),
        },
        Float32Array.from({ length: 64 }, (_, at) => (at === 4 * slice ? 1000 : 0)),
      );
      expect(boxOf(bright, 16)).toMatchObject({ size: [2, 2, 4], reducedBy: [1, 1, 4] });
      expect(Math.max(...valuesOf(16, 'max', bright))).toBe(1000);
      expect(Math.max(...valuesOf(16, 'mean', bright))).toBe(250);
    }
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
    const last = valuesOf(1000, 'max', tilted).slice(48);
    expect([...last.slice(0, 4)].every(Number.isNaN)).toBe(true);
    expect([...last.slice(8, 12)]).toEqual([200, 201, 202, 203]);
  });
});
