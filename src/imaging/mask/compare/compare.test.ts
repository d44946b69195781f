import { describe, expect, it } from 'vitest';
import { countVoxels, emptyBits, sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { bitsWhere, bytesOf, randomBits } from '#tests/fixtures/random-bits.ts';
import { OBLIQUE_SPACE, TILTED_SPACE } from '#tests/fixtures/spaces.ts';
import { Random } from '#tests/sim/random.ts';
import { compareMasks } from './compare-masks.ts';
import { agreedBits, moreThanHalf } from './majority.ts';
import { diceOf, overlapOf, overlapsBySlice, type Overlap } from './overlap.ts';
import { surfaceDistances, type SurfaceDistances } from './surface-distance.ts';

const SIZE: Voxel = [60, 50, 24];

const ball = (centre: Voxel, radii: Voxel, size = SIZE): Bits =>
  bitsWhere(size, (...voxel) => {
    const parts = voxel.map((at, axis) => (at - centre[axis]!) / radii[axis]!);
    return parts[0]! * parts[0]! + parts[1]! * parts[1]! + parts[2]! * parts[2]! <= 1;
  });
const box = (from: Voxel, to: Voxel, size = SIZE): Bits =>
  bitsWhere(size, (...voxel) => voxel.every((at, axis) => at >= from[axis]! && at <= to[axis]!));
const both = (a: Bits, b: Bits): Bits => agreedBits([a, b], 1);
const straight = ([i, j, k]: Voxel, size = SIZE): VoxelSpace => ({
  ...{ size, origin: [3, -2, 7] },
  steps: [
    [i, 0, 0],
    [0, j, 0],
    [0, 0, k],
  ],
});

interface Golden {
  name: string;
  a: Bits;
  b: Bits;
  spacing: Voxel;
  voxels: Overlap;
  dice: number;
  distances: SurfaceDistances;
}

/**
 * By SciPy 1.17 and NumPy 2.4, from the same masks: the surface is `mask ^ binary_erosion(mask)`, distances are those of `distance_transform_edt` with
 * `sampling`, HD95 the larger of the two `percentile(…, 95)`, the mean that of both directions together.
 */
const BY_SCIPY: readonly Golden[] = [
  {
    ...{ name: 'two bodies', a: ball([28, 24, 11], [17, 14, 7]), b: ball([31, 22, 12], [15, 15, 6]), spacing: [0.5, 0.8, 3] },
    ...{ voxels: { onlyA: 2076, onlyB: 764, both: 4853 }, dice: 0.7736330304479515 },
    distances: { hd95Mm: 5.220153254455275, meanMm: 1.6732893508462088 },
  },
  {
    ...{ name: 'boxes at the edge of the grid', a: box([0, 0, 0], [20, 10, 5]), b: box([4, 2, 1], [24, 9, 5]), spacing: [0.7, 0.7, 2.5] },
    ...{ voxels: { onlyA: 706, onlyB: 160, both: 680 }, dice: 0.6109613656783468 },
    distances: { hd95Mm: 2.886173937932362, meanMm: 1.3795679542467578 },
  },
  {
    ...{ name: 'a small part far away', a: ball([28, 24, 11], [17, 14, 7]), spacing: [1, 1, 1] },
    b: both(ball([28, 24, 11], [17, 14, 7]), box([52, 40, 18], [55, 43, 20])),
    ...{ voxels: { onlyA: 0, onlyB: 48, both: 6929 }, dice: 0.9965482525528548 },
    distances: { hd95Mm: 0, meanMm: 0.2224293215886558 },
  },
  {
    ...{ name: 'a lesion in an organ', a: ball([28, 24, 11], [20, 18, 9]), b: ball([20, 20, 9], [3, 3, 2]), spacing: [0.9, 0.9, 1.5] },
    ...{ voxels: { onlyA: 13_426, onlyB: 0, both: 73 }, dice: 0.01075744179192455 },
    distances: { hd95Mm: 21.897122805348538, meanMm: 14.072950639510113 },
  },
  {
    ...{ name: 'a box in a box, all sides of which are surface', a: box([3, 2, 1], [22, 16, 10]), b: box([5, 6, 4], [12, 10, 7]) },
    ...{ spacing: [0.6, 0.9, 2], voxels: { onlyA: 2840, onlyB: 0, both: 160 }, dice: 0.10126582278481013 },
    distances: { hd95Mm: 8.48528137423857, meanMm: 5.891493943278238 },
  },
];

describe('two masks', () => {
  it.each(BY_SCIPY)('differ as SciPy says, in either order: $name [CMP-01, CMP-02]', ({ a, b, spacing, voxels, dice, distances }) => {
    const space = straight(spacing);
    const found = compareMasks(a, b, space);
    expect(found.voxels).toEqual(voxels);
    expect(found.dice).toBeCloseTo(dice, 12);
    expect(found.noDistances).toBeNull();
    expect(found.distances!.hd95Mm).toBeCloseTo(distances.hd95Mm, 9);
    expect(found.distances!.meanMm).toBeCloseTo(distances.meanMm, 9);
    const ml = (spacing[0] * spacing[1] * spacing[2]) / 1000;
    for (const part of ['onlyA', 'onlyB', 'both'] as const) expect(found.ml![part]).toBeCloseTo(voxels[part] * ml, 9);
    const swapped = compareMasks(b, a, space);
    expect([swapped.dice, swapped.distances!.hd95Mm]).toEqual([found.dice, found.distances!.hd95Mm]);
    expect(swapped.voxels).toEqual({ onlyA: voxels.onlyB, onlyB: voxels.onlyA, both: voxels.both });
    expect(swapped.distances!.meanMm).toBeCloseTo(distances.meanMm, 9);
  });

  it('of which one is moved along an axis are that far apart there [CMP-02]', () => {
    const a = box([10, 10, 5], [10, 10, 5]);
    for (const [moved, mm] of [
      [[13, 10, 5], 1.5],
      [[10, 14, 5], 3.2],
      [[10, 10, 7], 6],
    ] as [Voxel, number][])
      expect(surfaceDistances(a, box(moved, moved), straight([0.5, 0.8, 3]))).toEqual({
        hd95Mm: expect.closeTo(mm, 12),
        meanMm: expect.closeTo(mm, 12),
      });
    expect(surfaceDistances(a, a, straight([0.5, 0.8, 3]))).toEqual({ hd95Mm: 0, meanMm: 0 });
  });

  it('lie anywhere in the patient: only the steps count [CMP-02]', () => {
    const { size } = OBLIQUE_SPACE;
    const [a, b] = [ball([18, 16, 5], [9, 8, 4], size), ball([15, 17, 6], [8, 8, 4], size)];
    const own = surfaceDistances(a, b, OBLIQUE_SPACE);
    const same = surfaceDistances(a, b, straight([1, 1, Math.hypot(1.28, 0.96, 1.2)], size));
    expect(own).toEqual({
      hd95Mm: expect.closeTo((same as { hd95Mm: number }).hd95Mm, 9),
      meanMm: expect.closeTo((same as { meanMm: number }).meanMm, 9),
    });
  });

  it('have no value where none is defined [CMP-03]', () => {
    const [empty, one] = [emptyBits(SIZE), box([1, 1, 1], [4, 4, 4])];
    const space = straight([1, 1, 1]);
    expect(compareMasks(empty, empty, space)).toEqual({
      ...{ voxels: { onlyA: 0, onlyB: 0, both: 0 }, dice: null, ml: { onlyA: 0, onlyB: 0, both: 0 } },
      ...{ distances: null, noDistances: 'empty', slices: [] },
    });
    for (const [a, b] of [
      [empty, one],
      [one, empty],
    ] as const)
      expect(compareMasks(a, b, space)).toMatchObject({ dice: 0, distances: null, noDistances: 'empty' });
  });

  it('have no mm where slices make no volume or are tilted, or the box around them is too large, but Dice [CMP-03]', () => {
    const [a, b] = [box([1, 1, 1], [4, 4, 4]), box([1, 1, 1], [4, 4, 2])];
    expect(compareMasks(a, b, null)).toMatchObject({ dice: 2 / 3, ml: null, distances: null, noDistances: 'no-volume' });
    expect(compareMasks(a, b, { ...TILTED_SPACE, size: SIZE })).toMatchObject({ dice: 2 / 3, distances: null, noDistances: 'tilted' });
    const large: Voxel = [512, 512, 512];
    const corner = box([0, 0, 0], [0, 0, 0], large.map(() => 32) as unknown as Voxel).blocks.get(0)!;
    const inBlock = (number: number): Bits => ({ size: large, blocks: new Map([[number, corner]]) });
    expect(surfaceDistances(inBlock(0), inBlock(16 ** 3 - 1), straight([1, 1, 1], large))).toBe('too-large');
    expect(surfaceDistances(inBlock(0), inBlock(1), straight([1, 1, 1], large))).toEqual({ hd95Mm: 32, meanMm: 32 });
  });

  it('of different grids are refused [CMP-01]', () => {
    expect(() => compareMasks(emptyBits([3, 3, 3]), emptyBits([3, 3, 4]), null)).toThrow('not on one grid');
  });

  it('are counted slice by slice [CMP-04]', () => {
    const random = new Random(7);
    const size: Voxel = [40, 35, 37];
    const [a, b] = [randomBits(random, size), randomBits(random, size)];
    const [one, other] = [bytesOf(a), bytesOf(b)];
    const area = size[0] * size[1];
    const expected = Array.from({ length: size[2] }, (_, slice) => {
      const count = (is: (inA: number, inB: number) => boolean): number =>
        one.slice(slice * area, (slice + 1) * area).filter((bit, at) => is(bit, other[slice * area + at]!)).length;
      return {
        ...{ slice, onlyA: count((inA, inB) => inA > inB), onlyB: count((inA, inB) => inB > inA) },
        both: count((inA, inB) => inA + inB === 2),
      };
    }).filter(({ onlyA, onlyB, both: of }) => onlyA + onlyB + of > 0);
    expect(overlapsBySlice(a, b)).toEqual(expected);
    const dices = compareMasks(a, b, null).slices.map(({ dice }) => dice);
    expect(dices).toEqual(expected.map(({ onlyA, onlyB, both: of }) => expect.closeTo((2 * of) / (onlyA + onlyB + 2 * of), 12)));
    expect(overlapOf(a, b).both).toBe(expected.reduce((sum, slice) => sum + slice.both, 0));
    expect(diceOf({ onlyA: 1, onlyB: 2, both: 3 })).toBeCloseTo(6 / 9, 12);
  });
});

describe('a majority', () => {
  it('has the voxels that so many masks have [CMP-05]', () => {
    const size: Voxel = [40, 35, 34];
    for (const [seed, voters] of [
      [1, 2],
      [2, 3],
      [3, 5],
    ] as const) {
      const random = new Random(seed);
      const masks = Array.from({ length: voters }, () => randomBits(random, size));
      const votes = masks.map(bytesOf);
      for (let atLeast = 1; atLeast <= voters + 1; atLeast += 1) {
        const agreed = agreedBits(masks, atLeast);
        expect(bytesOf(agreed)).toEqual(votes[0]!.map((_, at) => (votes.reduce((sum, each) => sum + each[at]!, 0) >= atLeast ? 1 : 0)));
        expect([...agreed.blocks.values()].every((block) => Array.from(block).some((word) => word !== 0))).toBe(true);
      }
    }
  });

  it('needs more than half of the votes: a tie is not in [CMP-05]', () => {
    expect([1, 2, 3, 4, 5].map(moreThanHalf)).toEqual([1, 2, 2, 3, 3]);
    const [a, b] = [box([1, 1, 1], [9, 9, 9]), box([5, 1, 1], [12, 9, 9])];
    expect(sameBits(agreedBits([a, b], moreThanHalf(2)), box([5, 1, 1], [9, 9, 9]))).toBe(true);
    expect(countVoxels(agreedBits([a, emptyBits(SIZE)], moreThanHalf(2)))).toBe(0);
  });

  it('without votes, or of other grids, is refused [CMP-05]', () => {
    expect(() => agreedBits([], 1)).toThrow('no votes');
    expect(() => agreedBits([emptyBits(SIZE)], 0)).toThrow('no votes');
    expect(() => agreedBits([emptyBits(SIZE), emptyBits([3, 3, 3])], 1)).toThrow('not on one grid');
  });
});
