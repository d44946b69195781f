import { describe, expect, it } from 'vitest';
import { boundsOf, countVoxels, emptyBits, hasVoxel, sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { applyChange, isNoChange, runsToBits } from '#imaging/mask/bits/change.ts';
import { planeVoxel, type Axis } from '#imaging/mask/bits/slices.ts';
import { bitsWhere, bytesOf, randomBits } from '#tests/fixtures/random-bits.ts';
import { FLAT_SPACE, SPACES } from '#tests/fixtures/spaces.ts';
import { Random } from '#tests/sim/random.ts';
import { voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { squaredDistances } from './distance.ts';
import { fillBetween } from './fill-between.ts';
import { growBy, shrinkBy } from './grow-shrink.ts';
import { smooth } from './smooth.ts';

function voxelsOf(bits: Bits, isSet: boolean): Voxel[] {
  const [columns, rows] = bits.size;
  return bytesOf(bits).flatMap((bit, at): Voxel[] =>
    (bit === 1) === isSet ? [[at % columns, Math.floor(at / columns) % rows, Math.floor(at / columns / rows)]] : [],
  );
}

/** Whether any of the voxels is as near as `mm` in the patient. */
function nearTo(space: VoxelSpace, voxels: readonly Voxel[], mm: number): (voxel: Voxel) => boolean {
  const points = voxels.map((voxel) => voxelToPatient(space, voxel));
  return (voxel) => {
    const [x, y, z] = voxelToPatient(space, voxel);
    return points.some((point) => (point[0] - x) ** 2 + (point[1] - y) ** 2 + (point[2] - z) ** 2 <= mm * mm + 1e-9);
  };
}

describe('distances', () => {
  it('are exact in mm along each axis [MASK-28]', () => {
    const random = new Random(3);
    const size = [9, 8, 7] as const;
    const spacing = [0.5, 0.8, 3] as const;
    const bytes = Uint8Array.from({ length: 504 }, () => (random.chance(0.03) ? 1 : 0));
    const place = (at: number) => [at % 9, Math.floor(at / 9) % 8, Math.floor(at / 72)] as const;
    const set = [...bytes.keys()].filter((at) => bytes[at] === 1).map(place);
    squaredDistances(bytes, size, spacing, 1).forEach((squared, at) => {
      const own = place(at);
      expect(squared).toBeCloseTo(
        Math.min(...set.map((other) => other.reduce((sum, part, axis) => sum + ((part - own[axis]!) * spacing[axis]!) ** 2, 0))),
        9,
      );
    });
    expect(squaredDistances(new Uint8Array(8), [2, 2, 2], [1, 1, 1], 1)[3]).toBe(Infinity);
  });
});

describe('margins', () => {
  it.each(SPACES)('grow and shrink by mm as measured voxel by voxel: %s [MASK-28]', (_, whole) => {
    const space = { ...whole, size: [18, 15, 7] as const };
    for (const seed of [1, 2, 3]) {
      const bits = randomBits(new Random(seed), space.size, 4);
      for (const mm of [0.9, 2.4]) {
        const near = nearTo(space, voxelsOf(bits, true), mm);
        expect(
          sameBits(
            applyChange(bits, growBy(bits, space, mm)),
            bitsWhere(space.size, (...voxel) => near(voxel)),
          ),
        ).toBe(true);
        const open = nearTo(space, voxelsOf(bits, false), mm);
        expect(
          sameBits(
            applyChange(bits, shrinkBy(bits, space, mm)),
            bitsWhere(space.size, (...voxel) => hasVoxel(bits, voxel) && !open(voxel)),
          ),
        ).toBe(true);
      }
    }
  });

  it('of nothing, or of no length, change nothing [MASK-28]', () => {
    const bits = randomBits(new Random(1), FLAT_SPACE.size);
    for (const change of [
      growBy(bits, FLAT_SPACE, 0),
      shrinkBy(bits, FLAT_SPACE, -1),
      growBy(emptyBits(FLAT_SPACE.size), FLAT_SPACE, 3),
      smooth(bits, FLAT_SPACE, { kind: 'gaussian', mm: 0 }),
    ])
      expect(isNoChange(change)).toBe(true);
  });
});

describe('smoothing', () => {
  const space: VoxelSpace = {
    size: [40, 40, 20],
    origin: [0, 0, 0],
    steps: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 2],
    ],
  };
  const ball = bitsWhere(space.size, (column, row, slice) => (column - 20) ** 2 + (row - 20) ** 2 + (2 * (slice - 10)) ** 2 <= 144);

  it.each(['gaussian', 'median'] as const)('takes away specks and fills pits, and keeps the volume: %s [MASK-29]', (kind) => {
    const noisy = applyChange(ball, { set: new Map(), clear: new Map() });
    const rough = bitsWhere(space.size, (column, row, slice) => {
      const isPit = column === 20 && row === 20 && slice === 10;
      const isSpeck = column === 2 && row === 2 && slice === 2;
      return (hasVoxel(noisy, [column, row, slice]) && !isPit) || isSpeck;
    });
    const smoothed = applyChange(rough, smooth(rough, space, { kind, mm: 1.5 }));
    expect([hasVoxel(smoothed, [2, 2, 2]), hasVoxel(smoothed, [20, 20, 10])]).toEqual([false, true]);
    expect(Math.abs(countVoxels(smoothed) / countVoxels(ball) - 1)).toBeLessThan(0.06);
  });

  it('by median has at least half of a box set, counted voxel by voxel [MASK-29]', () => {
    const small: VoxelSpace = { ...space, size: [14, 12, 8] };
    const bits = randomBits(new Random(5), small.size, 5);
    const bounds = boundsOf(bits)!;
    const expected = bitsWhere(small.size, (column, row, slice) => {
      let [set, all] = [0, 0];
      for (let k = -1; k <= 1; k += 1)
        for (let j = -2; j <= 2; j += 1)
          for (let i = -2; i <= 2; i += 1) {
            all += 1;
            const clamp = (place: number, axis: number): number =>
              Math.min(
                Math.min(small.size[axis]! - 1, bounds.to[axis]! + [2, 2, 1][axis]!),
                Math.max(Math.max(0, bounds.from[axis]! - [2, 2, 1][axis]!), place),
              );
            if (hasVoxel(bits, [clamp(column + i, 0), clamp(row + j, 1), clamp(slice + k, 2)])) set += 1;
          }
      return 2 * set >= all;
    });
    expect(sameBits(applyChange(bits, smooth(bits, small, { kind: 'median', mm: 2 })), expected)).toBe(true);
  });
});

describe('filling between slices', () => {
  it.each([0, 1, 2] as Axis[])('gives the discs of a cone between two drawn ones, along axis %i [MASK-30]', (axis) => {
    const size = [50, 50, 50].map((length, each) => (each === axis ? 12 : length)) as unknown as Voxel;
    const space: VoxelSpace = {
      size,
      origin: [0, 0, 0],
      steps: [
        [0.5, 0, 0],
        [0, 0.5, 0],
        [0, 0, 0.5],
      ],
    };
    const disc = (index: number, radius: number) => (column: number, row: number, slice: number) => {
      const voxel: Voxel = [column, row, slice];
      const [x, y] = [0, 1, 2].filter((each) => each !== axis).map((each) => voxel[each]!) as [number, number];
      return voxel[axis] === index && (x - 25) ** 2 + (y - 25) ** 2 <= radius ** 2;
    };
    const [first, last] = [disc(1, 20), disc(9, 4)];
    const bits = bitsWhere(size, (...voxel) => first(...voxel) || last(...voxel));
    const { set, clear } = fillBetween(bits, space, axis);
    expect(clear.size).toBe(0);
    const filled = runsToBits(size, set);
    for (let index = 0; index < 12; index += 1) {
      let count = 0;
      for (let y = 0; y < 50; y += 1) for (let x = 0; x < 50; x += 1) if (hasVoxel(filled, planeVoxel(axis, index, x, y))) count += 1;
      const radius = 20 - (16 * (index - 1)) / 8;
      if (index <= 1 || index >= 9) expect(count).toBe(0);
      else expect(Math.abs(Math.sqrt(count / Math.PI) - radius)).toBeLessThan(0.5);
    }
  });

  it('fills each gap from its own two slices, and leaves drawn ones alone [MASK-30]', () => {
    const size = [20, 20, 12] as const;
    const space: VoxelSpace = {
      size,
      origin: [0, 0, 0],
      steps: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 4],
      ],
    };
    const width = new Map([
      [1, 6],
      [2, 10],
      [5, 10],
      [6, 3],
      [7, 3],
      [10, 3],
    ]);
    const bits = bitsWhere(size, (column, row, slice) => column < (width.get(slice) ?? 0) && row > 2 && row < 17);
    const filled = runsToBits(size, fillBetween(bits, space, 2).set);
    expect(
      sameBits(
        filled,
        bitsWhere(
          size,
          (column, row, slice) =>
            row > 2 &&
            row < 17 &&
            column <
              (new Map([
                [3, 10],
                [4, 10],
                [8, 3],
                [9, 3],
              ]).get(slice) ?? 0),
        ),
      ),
    ).toBe(true);
    expect(isNoChange(fillBetween(emptyBits(size), space, 2))).toBe(true);
  });
});
