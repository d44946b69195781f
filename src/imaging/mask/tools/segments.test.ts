import { describe, expect, it } from 'vitest';
import { countVoxels, emptyBits, sameBits } from '#imaging/mask/bits/bits.ts';
import { applyChange, runsToBits, settingChange } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { readPlane } from '#imaging/mask/bits/slices.ts';
import { bitsWhere, randomBits } from '#tests/fixtures/random-bits.ts';
import { FLAT_SPACE, OBLIQUE_SPACE } from '#tests/fixtures/spaces.ts';
import { Random } from '#tests/sim/random.ts';
import { voxelToPatient, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { booleanOf } from './boolean.ts';
import { copyPlane, copyToGrid } from './copy.ts';
import { respectLocks } from './respect-locks.ts';

const { size } = FLAT_SPACE;

describe('two segments', () => {
  it('make one of the first, and the second stays [MASK-31]', () => {
    const [first, second] = [randomBits(new Random(1), size), randomBits(new Random(2), size)];
    for (const how of ['union', 'intersection', 'without', 'either'] as const)
      expect(sameBits(applyChange(first, booleanOf(first, second, how)), combined(first, second, how))).toBe(true);
  });
});

describe('locked segments', () => {
  const bits = bitsWhere(size, (column, row) => row === 3 && column < 20);
  const segments = new Map([
    ['kept', bits],
    ['free', bitsWhere(size, (_, row) => row === 4)],
  ]);
  const change = settingChange(bitsWhere(size, (column, row) => (row === 3 || row === 4) && column >= 15));
  const request = { segment: 'new', exclusive: true, locked: new Set(['kept', 'other']), segments, size };

  it('lose nothing where segments may not overlap, and it is said what they keep [MASK-32]', () => {
    const answer = respectLocks(change, request);
    if (!answer.ok) throw new Error(answer.why);
    expect(answer.spared).toEqual([{ segment: 'kept', voxels: 5 * size[2] }]);
    expect(
      sameBits(
        runsToBits(size, answer.change.set),
        bitsWhere(size, (column, row) => (row === 3 && column >= 20) || (row === 4 && column >= 15)),
      ),
    ).toBe(true);
  });

  it('are not changed themselves, and are no matter where segments may overlap [MASK-32]', () => {
    expect(respectLocks(change, { ...request, segment: 'kept' })).toEqual({ ok: false, why: 'locked' });
    expect(respectLocks(change, { ...request, exclusive: false })).toEqual({ ok: true, change, spared: [] });
  });
});

describe('copying', () => {
  it('puts a plane on another, with what is there or in its place [MASK-33]', () => {
    const bits = randomBits(new Random(4), size);
    const [from, to] = [readPlane(bits, 2, 3).mask, readPlane(bits, 2, 4).mask];
    const after = (mode: 'add' | 'replace') => readPlane(applyChange(bits, copyPlane(bits, 2, 3, 4, mode)), 2, 4).mask;
    expect(after('replace')).toEqual(from);
    expect(after('add')).toEqual(from.map((bit, at) => bit | to[at]!));
    expect(() => copyPlane(bits, 2, 3, 9, 'add')).toThrow('no such plane');
  });

  it('to a grid of the same places in another order is exact, and says so [MASK-33]', () => {
    const [i, j, k] = OBLIQUE_SPACE.steps;
    const last = OBLIQUE_SPACE.size[2] - 1;
    // Slices turned round, rows and columns exchanged.
    const turned: VoxelSpace = {
      size: [OBLIQUE_SPACE.size[1], OBLIQUE_SPACE.size[0], OBLIQUE_SPACE.size[2]],
      origin: voxelToPatient(OBLIQUE_SPACE, [0, 0, last]),
      steps: [j, i, [-k[0], -k[1], -k[2]]],
    };
    const bits = randomBits(new Random(6), OBLIQUE_SPACE.size);
    const there = copyToGrid(bits, OBLIQUE_SPACE, turned);
    expect([there.isResampled, there.isCut]).toEqual([false, false]);
    const back = copyToGrid(runsToBits(turned.size, there.change.set), turned, OBLIQUE_SPACE);
    expect(sameBits(runsToBits(OBLIQUE_SPACE.size, back.change.set), bits)).toBe(true);
    expect(copyToGrid(emptyBits(OBLIQUE_SPACE.size), OBLIQUE_SPACE, turned)).toMatchObject({ isResampled: false, isCut: false });
  });

  it('to a finer grid takes the nearest voxel, and says that it was resampled or cut [MASK-33]', () => {
    const bits = bitsWhere(size, (column, row, slice) => column >= 5 && column < 15 && row >= 5 && row < 15 && slice >= 2 && slice < 7);
    const [x, y, z] = voxelToPatient(FLAT_SPACE, [-0.25, -0.25, -0.25]);
    const fine: VoxelSpace = {
      size: [80, 74, 18],
      origin: [x, y, z],
      steps: [
        [0.25, 0, 0],
        [0, 0.4, 0],
        [0, 0, 1.5],
      ],
    };
    const { change, isResampled, isCut } = copyToGrid(bits, FLAT_SPACE, fine);
    expect([isResampled, isCut]).toEqual([true, false]);
    expect(countVoxels(runsToBits(fine.size, change.set))).toBe(8 * countVoxels(bits));
    expect(copyToGrid(bits, FLAT_SPACE, { ...fine, size: [20, 74, 18] }).isCut).toBe(true);
    expect(
      copyToGrid(bits, FLAT_SPACE, {
        ...FLAT_SPACE,
        steps: [
          [1, 0, 0],
          [0, 0.8, 0],
          [0, 0, 3],
        ],
      }).isResampled,
    ).toBe(true);
  });
});
