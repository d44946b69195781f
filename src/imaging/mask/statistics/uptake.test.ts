import { expect, test } from 'vitest';
import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { uptakeOf } from './uptake.ts';

const SIZE: Voxel = [40, 36, 5];
const indexOf = (column: number, row: number, slice: number): number => (slice * SIZE[1] + row) * SIZE[0] + column;

const bitsOf = (size: Voxel, at: readonly number[]) => bitsWhere(size, (column, row, slice) => at.includes(indexOf(column, row, slice)));

function imageOf(values: ReadonlyMap<number, number>, steps = [4, 4, 4] as const): ChannelImage {
  const samples = Float32Array.from({ length: SIZE[0] * SIZE[1] * SIZE[2] }, (_, at) => values.get(at) ?? 1);
  const [x, y, z] = steps;
  return {
    ...{ samples, slope: 2, intercept: 0 },
    space: {
      size: SIZE,
      origin: [0, 0, 0],
      steps: [
        [x, 0, 0],
        [0, y, 0],
        [0, 0, z],
      ],
    },
  };
}

test('of a region are its maximum, its mean, its volume and their product, in the unit of the image [PET-07]', () => {
  const region = [indexOf(33, 34, 1), indexOf(34, 34, 1), indexOf(35, 34, 1)];
  const image = imageOf(
    new Map([
      [region[0]!, 3],
      [region[1]!, 9],
      [region[2]!, 6],
    ]),
  );
  const uptake = uptakeOf(bitsOf(SIZE, region), image);
  expect(uptake).toMatchObject({ maximum: 18, mean: 12, volumeMl: expect.closeTo(0.192, 9), glycolysis: expect.closeTo(2.304, 9) });
});

test('the peak is the highest mean of a ball of 1 ml around a voxel of the region, also of voxels outside of it [PET-07]', () => {
  const at = indexOf(10, 10, 2);
  // Within 6.2 mm of a voxel of 4 mm are 19 voxels: itself, 6 beside it, and 12 over its edges.
  const peak = (2 * (10 + 18)) / 19;
  expect(uptakeOf(bitsOf(SIZE, [at, indexOf(30, 10, 2)]), imageOf(new Map([[at, 10]])))!.peak).toBeCloseTo(peak, 6);
  // At the edge of the image, of what is inside.
  const corner = indexOf(0, 0, 0);
  expect(uptakeOf(bitsOf(SIZE, [corner]), imageOf(new Map([[corner, 8]])))!.peak).toBeCloseTo((2 * (8 + 6)) / 7, 6);
});

test('voxels without a number do not count; a region without any has no uptake', () => {
  const [one, other] = [indexOf(1, 1, 1), indexOf(2, 1, 1)];
  const image = imageOf(
    new Map([
      [one, Number.NaN],
      [other, 5],
    ]),
  );
  expect(uptakeOf(bitsOf(SIZE, [one, other]), image)).toMatchObject({ mean: 10, volumeMl: expect.closeTo(0.064, 9) });
  expect(uptakeOf(bitsOf(SIZE, [one]), image)).toBeNull();
  expect(uptakeOf(bitsOf(SIZE, []), image)).toBeNull();
});

test('an image of another size is refused', () => {
  expect(() => uptakeOf(bitsOf([4, 4, 4], [0]), imageOf(new Map()))).toThrow(/grid/);
});
