import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { rowsAlong } from '#imaging/volume/path-rows.ts';
import { planeThrough } from '#imaging/volume/volume-planes.ts';
import { AXIAL, SAGITTAL, turned } from '#model/pictures/image-plane.ts';
import { curveThrough } from '#model/pictures/path-curve.ts';
import { isNoSlice } from '#model/pictures/no-slice.ts';
import { brickedVolume, heldBricks, type HeldBricks } from '#tests/fixtures/bricked-volume.ts';
import type { ReadSlice } from '#workers/series/slice-reader.ts';
import { VolumeSlices } from '#workers/series/volume-slices.ts';
import { BrickedVoxels } from './bricked-voxels.ts';
import { SeriesVoxels } from './series-voxels.ts';

/** 3 x 3 x 3 bricks, those at the far sides smaller. More than 1 MiB packed, so that several requests are needed. */
const DIMS = [130, 140, 131] as const;
function noise(at: number): number {
  const mixed = Math.imul(at ^ (at >>> 15), 0x85ebca6b);
  const more = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((more ^ (more >>> 16)) & 0xffff) - 32_768;
}
const nifti = (sform: readonly (readonly number[])[]): Uint8Array => writeNifti({ dims: DIMS, sform, voxel: noise, pixdim: [1, 1, 2] });
/** To the left, to the back, to the head. */
const UPRIGHT = [
  [-1, 0, 0, 60],
  [0, -1, 0, 70],
  [0, 0, 2, -100],
];
const SLOT_BYTES = 64 ** 3 * 2;

let whole: Uint8Array;
let packed: Awaited<ReturnType<typeof brickedVolume>>;
beforeAll(async () => {
  whole = nifti(UPRIGHT);
  packed = await brickedVolume(whole);
}, 30_000);

interface Opened {
  voxels: BrickedVoxels;
  server: HeldBricks;
  changes(): Promise<void>;
  /** Answers all that is asked for until nothing more is. */
  answerAll(change?: (numbers: number[], bytes: Uint8Array) => Uint8Array): Promise<void>;
}

async function open(limits?: { mostBytes: number; cacheBytes: number }): Promise<Opened> {
  const server = heldBricks(packed);
  let changed = Promise.withResolvers<void>();
  const onChange = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const voxels = await BrickedVoxels.open(server.bricks, onChange, limits);
  if (voxels === null) throw new Error('Not opened');
  return {
    voxels,
    server,
    // More is asked for in the turn of each change.
    changes: () => changed.promise,
    async answerAll(change = (_, bytes) => bytes) {
      for (let next = server.waiting.shift(); next !== undefined; next = server.waiting.shift()) {
        const { promise } = changed;
        next.answer(change(server.numbersOf(next), packed.object.slice(next.offset, next.offset + next.length)));
        await promise;
      }
    },
  };
}

const samplesOf = (read: object): ArrayLike<number> => (read as ReadSlice).frame.samples;

/** The same volume, read as a whole. */
async function readWhole(bytes: Uint8Array): Promise<SeriesVoxels> {
  const reader = await VolumeSlices.open(createMemorySource(bytes));
  if (isNoSlice(reader)) throw new Error('Not opened');
  const voxels = new SeriesVoxels(reader);
  for (let next = voxels.nextUnread(0); next !== null; next = voxels.nextUnread(0)) await voxels.read(next);
  return voxels;
}

const layer = (number: number): number[] => Array.from({ length: 9 }, (_, index) => 9 * number + index);

describe('a volume in bricks', { timeout: 60_000 }, () => {
  it('is shown coarse before any brick is asked for, and exactly once those of the slice are here [ANN-18]', async () => {
    const { voxels, server, answerAll } = await open();
    expect(server.asked).toEqual([]);
    const coarse = (await voxels.read(70)) as ReadSlice;
    expect(coarse).toMatchObject({ isCoarse: true, frame: { columns: 130, rows: 140 } });
    await answerAll();
    const exact = (await voxels.read(70)) as ReadSlice;
    expect(exact).toMatchObject({ isCoarse: false, frame: { columns: 130, rows: 140 } });
    // The window is the same: nothing jumps but the detail.
    expect(exact.description).toEqual(coarse.description);
  });

  it('asks for the bricks of what is looked at first, then for the nearest, and for each byte once [ANN-18]', async () => {
    const { voxels, server, answerAll } = await open();
    await voxels.read(70);
    await answerAll();
    const order = server.asked.flatMap((range) => server.numbersOf(range));
    expect(order.slice(0, 9).sort((a, b) => a - b)).toEqual(layer(1));
    expect(order.toSorted((a, b) => a - b)).toEqual([...layer(0), ...layer(1), ...layer(2)]);
    expect(server.asked.reduce((sum, { length }) => sum + length, 0)).toBe(server.bricks.index.levels[1]!.bricks[0]!.offset);
    expect(voxels.loaded()).toEqual({ percent: 100, fits: true, damaged: 0, isAway: false });
  });

  it('turns to what is looked at now', async () => {
    const { voxels, server, answerAll } = await open();
    await voxels.read(70);
    const before = server.asked.length;
    await voxels.read(130);
    await answerAll();
    const after = server.asked.slice(before).flatMap((range) => server.numbersOf(range));
    expect(after.slice(0, 9)).toEqual(layer(2));
  });

  it('asks for the bricks that a plane goes through', async () => {
    const { voxels, server } = await open();
    const plane = planeThrough(voxels.shape!, [50, 0, 0], SAGITTAL);
    expect(voxels.sample(plane, null)!.isCoarse).toBe(true);
    // 50 mm to the left is column 110: bricks 1, 4 and 7 of each layer.
    expect(server.asked.flatMap((range) => server.numbersOf(range))).toEqual([1, 4, 7, 10]);
  });

  it('asks for the bricks that a path goes through, and is exact once they are here [CURV-13]', async () => {
    const { voxels, server, answerAll } = await open();
    const curve = curveThrough([
      [50, 0, -20],
      [50, 0, 20],
    ])!;
    const rows = rowsAlong(curve, { degrees: 0, widthMm: 8, mmPerPixel: 1 });
    expect(voxels.sample(rows, null)!.isCoarse).toBe(true);
    const asked = server.asked.flatMap((range) => server.numbersOf(range));
    expect(asked.length).toBeGreaterThan(0);
    await answerAll();
    const exact = voxels.sample(rows, null)!;
    expect(exact.isCoarse).toBe(false);
    const plane = { ...rows.rows[0]!, height: rows.rows.length };
    expect([...exact.values]).toEqual([...voxels.sample(plane, null)!.values].map((value) => expect.closeTo(value, 2)));
  });

  it.each([
    ['upright', UPRIGHT],
    [
      'to the right, front and feet',
      [
        [1, 0, 0, -60],
        [0, 1, 0, -70],
        [0, 0, -2, 100],
      ],
    ],
    [
      'sagittal',
      [
        [0, 0, 2, -100],
        [1, 0, 0, -60],
        [0, 1, 0, -70],
      ],
    ],
    [
      'coronal, oblique',
      [
        [-0.8, 0, 1.2, 60],
        [0.6, 0, 1.6, -30],
        [0, 1, 0, -70],
      ],
    ],
  ])('is that volume: slices, grid and planes: %s [ANN-55]', async (_, sform) => {
    whole = nifti(sform);
    packed = await brickedVolume(whole);
    const [{ voxels, answerAll }, other] = [await open(), await readWhole(whole)];
    const [own, others] = [await voxels.geometry(), await other.geometry()];
    expect(own).toEqual(others);
    await voxels.read(0);
    await answerAll();
    for (const slice of [0, 63, 64, 130]) expect(samplesOf(await voxels.read(slice))).toEqual(samplesOf(await other.read(slice)));
    const facing = turned(turned(AXIAL, [1, 0, 0], 0.3), [0, 0, 1], 0.2);
    const plane = planeThrough(voxels.shape!, [3, 4, 5], facing);
    expect(plane).toEqual(planeThrough(other.shape!, [3, 4, 5], facing));
    const [a, b] = [voxels.sample(plane, null)!.values, other.sample(plane, null)!.values];
    expect(
      a.reduce((worst, value, at) => Math.max(worst, Number.isNaN(value) && Number.isNaN(b[at]!) ? 0 : Math.abs(value - b[at]!)), 0),
    ).toBeLessThan(0.1);
  });
});

describe('a volume that does not fit', { timeout: 60_000 }, () => {
  const limits = { mostBytes: 1, cacheBytes: 10 * SLOT_BYTES };

  it('is exact where it is looked at, and keeps no more than its cache [ANN-18]', async () => {
    const { voxels, server, answerAll } = await open(limits);
    const stored = await readWhole(whole);
    for (const slice of [10, 130, 70, 10]) {
      expect(await voxels.read(slice)).toMatchObject({ isCoarse: true });
      await answerAll();
      const exact = (await voxels.read(slice)) as ReadSlice;
      expect(exact.isCoarse).toBe(false);
      expect(exact.frame.samples).toEqual(samplesOf(await stored.read(slice)));
      expect(voxels.loaded()).toEqual({ percent: 37, fits: false, damaged: 0, isAway: false });
      expect(server.waiting).toEqual([]);
    }
  });

  it('stays coarse where a view needs more than the cache, and asks for nothing in vain', async () => {
    const { voxels, server, answerAll } = await open({ mostBytes: 1, cacheBytes: 4 * SLOT_BYTES });
    await voxels.read(70);
    await answerAll();
    expect(await voxels.read(70)).toMatchObject({ isCoarse: true });
    expect(server.asked.flatMap((range) => server.numbersOf(range))).toEqual(layer(1).slice(0, 4));
  });
});

describe('bricks that do not arrive', { timeout: 60_000 }, () => {
  const damaged = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte));

  it.each([
    [1, 0, 100],
    [5, 1, 96],
  ])('whole are asked for once more: damaged %i times [ANN-57]', async (times, refused, percent) => {
    const { voxels, server, answerAll } = await open();
    let left = times;
    await voxels.read(70);
    await answerAll((numbers, bytes) => {
      if (numbers[0] !== 9 || left === 0) return bytes;
      left -= 1;
      return damaged(bytes);
    });
    expect(voxels.loaded()).toEqual({ percent, fits: true, damaged: refused, isAway: false });
    expect(await voxels.read(70)).toMatchObject({ isCoarse: refused > 0 });
    expect(server.asked.filter((range) => server.numbersOf(range).includes(9))).toHaveLength(2);
  });

  it('at all wait until the server returns', async () => {
    const { voxels, server, answerAll, changes } = await open();
    await voxels.read(70);
    for (const each of server.waiting.splice(0)) {
      const change = changes();
      each.fail();
      await change;
    }
    expect([server.waiting, voxels.loaded()]).toMatchObject([[], { percent: 0, isAway: true }]);
    voxels.retry();
    await answerAll();
    expect(voxels.loaded().percent).toBe(100);
  });

  it('of the coarse level leave the volume to be read as a whole', async () => {
    const server = heldBricks(packed);
    const { tail } = server.bricks;
    const bricks = { ...server.bricks, tail: { ...tail, bytes: damaged(tail.bytes) } };
    expect(await BrickedVoxels.open(bricks, () => undefined)).toBeNull();
  });
});
