import { describe, expect, it, vi } from 'vitest';
import { headSignal, type HeadContrast } from '#imaging/phantom/head.ts';
import { createTexture } from '#imaging/phantom/texture.ts';
import { randomOf } from '#model/campaigns/random.ts';
import { voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { length, minus, scaled } from '#model/pictures/vector.ts';
import { IDENTITY, inverseOf, pointThrough, rigidAbout, type RigidMatrix } from '#model/registrations/rigid.ts';
import { registerVolumes, type Registered } from './register-volumes.ts';
import type { ScalarVolume } from './shrink.ts';

// A registration takes a second or two, more on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 120_000 });

const texture = createTexture(7);

function spaceOf(size: Voxel, mm: Vector): VoxelSpace {
  const origin = mm.map((each, axis) => (-each * (size[axis as 0 | 1 | 2] - 1)) / 2) as unknown as Vector;
  return {
    ...{ size, origin },
    steps: [
      [mm[0], 0, 0],
      [0, mm[1], 0],
      [0, 0, mm[2]],
    ],
  };
}

/** `truth`: from the mm of the head to those of the volume. */
function headAt(contrast: HeadContrast, space: VoxelSpace, truth: RigidMatrix = IDENTITY): ScalarVolume {
  const signal = headSignal(contrast, texture);
  const noise = randomOf(contrast);
  const back = inverseOf(truth);
  const [columns, rows, slices] = space.size;
  const samples = new Float32Array(columns * rows * slices);
  let at = 0;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        samples[at++] = signal(...pointThrough(back, voxelToPatient(space, [column, row, slice]))) + 20 * noise();
  return { space, samples };
}

const T1 = spaceOf([30, 35, 26], [6, 6, 6]);
const T2 = spaceOf([42, 48, 17], [4.5, 4.5, 10]);
/** mm in the head: its middle, and near its surface. */
const MARKED: Vector[] = [
  [0, 0, 0],
  [40, 50, 30],
  [-40, 50, -30],
  [40, -50, 20],
  [-40, -50, 40],
];

function worstMm(result: Registered, truth: RigidMatrix): number {
  if (!result.ok) throw new Error(result.why);
  return Math.max(...MARKED.map((point) => length(minus(pointThrough(result.matrix, point), pointThrough(truth, point)))));
}

function randomRigid(random: () => number, mm: number, degrees: number): RigidMatrix {
  const direction = (): Vector => {
    const way: Vector = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    return scaled(way, 1 / length(way));
  };
  return rigidAbout([0, 0, 0], scaled(direction(), (degrees * Math.PI) / 180), scaled(direction(), mm));
}

describe('registering two contrasts of one head', () => {
  const random = randomOf('starts');
  const truths = Array.from({ length: 2 }, () => randomRigid(random, 10, 10));

  it.each(truths.map((truth, at) => [at, truth] as const))(
    'comes back from start %i, 10 mm and 10 degrees away, to less than a voxel at marked points [REG-01]',
    async (at, truth) => {
      const result = await registerVolumes(headAt('t1', T1), headAt('t2', T2, truth), { seed: String(at) });
      // The smallest side of a voxel, which no direction exceeds.
      expect(worstMm(result, truth)).toBeLessThan(4.5);
      expect(result).toMatchObject({ ok: true, overlap: expect.closeTo(0.9, 0) });
      expect(result.ok && result.errorMm).toBeLessThan(3);
    },
  );

  it('gives the way from fixed to moving whichever of them is smaller, and tells how far it is [REG-01, REG-03]', async () => {
    const [truth] = truths as [RigidMatrix];
    const heard: number[] = [];
    const result = await registerVolumes(headAt('t2', T2), headAt('t1', T1, truth), { progress: (part) => void heard.push(part) });
    expect(worstMm(result, truth)).toBeLessThan(4.5);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toBeCloseTo(1, 9);
  });

  it('is the same for the same seed [REG-01]', async () => {
    const small = spaceOf([15, 18, 13], [12, 12, 12]);
    const [fixed, moving] = [headAt('t1', small), headAt('t2', small, truths[1])];
    const first = await registerVolumes(fixed, moving, { seed: 'a' });
    expect(await registerVolumes(fixed, moving, { seed: 'a' })).toEqual(first);
    expect(await registerVolumes(fixed, moving, { seed: 'b' })).not.toEqual(first);
  });

  it('begins at the middles of volumes whose positions cannot be compared [REG-01]', async () => {
    const far = rigidAbout([0, 0, 0], [0, 0, 0.1], [400, -300, 900]);
    const there = { ...T2, origin: pointThrough(rigidAbout([0, 0, 0], [0, 0, 0], [410, -292, 905]), T2.origin) };
    const result = await registerVolumes(headAt('t1', T1), headAt('t2', there, far), { isApart: true });
    expect(worstMm(result, far)).toBeLessThan(4.5);
  });
});

describe('a registration that failed says why [REG-03]', () => {
  const head = headAt('t1', T1);
  const whyOf = (result: Registered) => (result.ok ? result : result.why);

  it('one of the volumes has a single value', async () => {
    const flat = { space: T2, samples: new Int16Array(42 * 48 * 17) };
    expect(whyOf(await registerVolumes(head, flat))).toBe('no-contrast');
    expect(whyOf(await registerVolumes(flat, head))).toBe('no-contrast');
  });

  it('they do not overlap', async () => {
    const away = { ...T2, origin: [500, 0, 0] as Vector };
    expect(whyOf(await registerVolumes(head, headAt('t2', away)))).toBe('overlap');
  });

  it('the best position is at the end of what is searched', async () => {
    const wide = spaceOf([75, 40, 26], [6, 6, 6]);
    const truth = rigidAbout([0, 0, 0], [0, 0, 0], [100, 0, 0]);
    const start = rigidAbout([0, 0, 0], [0, 0, 0], [10, 0, 0]);
    expect(whyOf(await registerVolumes(headAt('t1', spaceOf([24, 28, 20], [6, 6, 6])), headAt('t2', wide, truth), { start }))).toBe(
      'border',
    );
  });

  it('one of them is noise', async () => {
    const noise = randomOf('noise');
    const samples = Float32Array.from({ length: 42 * 48 * 17 }, noise);
    expect(whyOf(await registerVolumes(head, { space: T2, samples }))).toBe('starts-disagree');
  });
});
