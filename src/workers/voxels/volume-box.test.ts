import { describe, expect, it } from 'vitest';
import { samplePlane } from '#imaging/volume/sample-plane.ts';
import { volumeOf } from '#imaging/volume/volume.ts';
import { volumeBox } from './volume-box.ts';

const SIDE = 20;
/** Empty but for a block of 1000 in voxels 5 to 9 of each axis, and one voxel of 3000 in it. */
const volume = volumeOf(
  {
    ...{ columns: SIDE, rows: SIDE, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0] },
    positions: Array.from({ length: SIDE }, (_, slice) => [0, 0, 2 * slice] as const),
  },
  Int16Array.from({ length: SIDE ** 3 }, (_, at) => {
    const place = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
    if (place.every((one) => one === 7)) return 3000;
    return place.every((one) => one >= 5 && one <= 9) ? 1000 : 0;
  }),
);
const look = { windowCenter: [50], windowWidth: [400], rescaleSlope: 2, rescaleIntercept: -1000, sopClassUid: '' };

const boxWith = (pauses: { count: number }, isGone = false) =>
  volumeBox(volume, (plane) => (isGone && pauses.count > 3 ? null : { values: samplePlane(volume, plane), isCoarse: false }), {
    ...{ mostVoxels: 1e6, by: 'max', picture: { look, unit: 'HU' } },
    pause: async () => {
      pauses.count += 1;
    },
  });

describe('a volume for a 3D texture [VOL-01]', () => {
  it('has the values that are shown, as parts of their range, and says where there is something to see', async () => {
    const pauses = { count: 0 };
    const box = (await boxWith(pauses))!;
    expect(box).toMatchObject({
      size: [SIDE, SIDE, SIDE],
      low: -1000,
      high: 5000,
      unit: 'HU',
      window: { center: 50, width: 400 },
      isCoarse: false,
    });
    const place = (x: number, y: number, z: number): number => (z * SIDE + y) * SIDE + x;
    // 0, 1 and a third as half floats.
    expect([place(0, 0, 0), place(7, 7, 7), place(5, 9, 6)].map((at) => box.samples[at])).toEqual([0, 0x3c00, 0x3555]);
    expect(box.percentiles.low).toBeCloseTo(-1000, -1);
    expect(box.percentiles.high).toBeCloseTo(1000, -1);
    const along = (axis: number): number[] => [...box.corners].filter((_, at) => at % 3 === axis);
    expect([0, 1, 2].map((axis) => [Math.min(...along(axis)), Math.max(...along(axis))])).toEqual([
      [4.5, 9.5],
      [4.5, 9.5],
      [9, 19],
    ]);
    // Somebody who walks through slices meanwhile waits for one layer at most.
    expect(pauses.count).toBe(SIDE);
  });

  it('is none if the series is closed meanwhile', async () => {
    expect(await boxWith({ count: 0 }, true)).toBeNull();
  });
});
