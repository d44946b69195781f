import { expect, it } from 'vitest';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { NoSlice } from '#model/pictures/no-slice.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { slicesOfVolumes } from '#features/annotator/station/series-shape.ts';
import { curveOf, isDiffusion, isOverTime } from './curve-of.ts';

const plane = (z: number): ImagePlane => ({ width: 4, height: 4, origin: [0, 0, z], right: [1, 0, 0], below: [0, 1, 0] });

it('a slice has its place in each volume of a series over time, and in none of a series with one volume [DYN-01]', () => {
  const planes = [0, 0, 3, 3, 6, 6].map(plane);
  expect(slicesOfVolumes({ planes }, 3)).toEqual([2, 3]);
  expect(slicesOfVolumes({ planes: [0, 3, 6].map(plane) }, 1)).toBeNull();
});

const pictureOf = (value: number, b: number | null, more: Partial<StoredSlice> = {}): StoredSlice =>
  ({
    frame: { kind: 'grey', rows: 4, columns: 4, samples: new Float32Array(16).fill(value), isInverted: false },
    ...{
      look: { windowCenter: [], windowWidth: [], rescaleSlope: 2, rescaleIntercept: 0 },
      unit: '',
      scale: { on: 'patient', spacing: [1, 1] },
    },
    facts: { diffusionBValue: b },
    ...more,
  }) as unknown as StoredSlice;

it('a region has its mean in each volume, in the unit that is shown; what cannot be read is left out [DYN-01]', async () => {
  const pictures: (StoredSlice | NoSlice)[] = [
    pictureOf(5, null),
    { noPicture: 'unreachable' },
    pictureOf(9, null),
    pictureOf(7, null, { isCoarse: true }),
  ];
  const region = {
    kind: 'rectangle',
    points: [
      [0.5, 0.5],
      [2.5, 2.5],
    ],
  } as const;
  const curve = await curveOf([10, 11, 12, 13], region, async (slice) => pictures[slice - 10]!);
  expect(curve).toEqual([
    { volume: 1, value: 10, b: null, seconds: null },
    { volume: 3, value: 18, b: null, seconds: null },
  ]);
  const probe = { kind: 'probe', points: [[1, 1]] } as const;
  expect(await curveOf([10], probe, async () => pictureOf(4, 0))).toEqual([{ volume: 1, value: 8, b: 0, seconds: null }]);
});

it('is one of diffusion with at least two b-values [DYN-02]', () => {
  const at = (b: number | null) => ({ volume: 1, value: 1, b, seconds: null });
  expect([at(0), at(800)]).toSatisfy(isDiffusion);
  expect([at(800), at(800)]).not.toSatisfy(isDiffusion);
  expect([at(0), at(null)]).not.toSatisfy(isDiffusion);
});

it('is over time where each volume is later than the one before [DYN-04]', () => {
  const at = (...times: (number | null)[]) => times.map((seconds, n) => ({ volume: n + 1, value: 1, b: null, seconds }));
  expect(at(3600, 3606.5, 3613)).toSatisfy(isOverTime);
  expect(at(3600, 3600)).not.toSatisfy(isOverTime);
  expect(at(3600, null)).not.toSatisfy(isOverTime);
  expect(at(null, 3600)).not.toSatisfy(isOverTime);
});
