import { describe, expect, it } from 'vitest';
import { AXIAL, CORONAL, turned, type ImagePlane } from '#model/pictures/image-plane.ts';
import { BrickStore } from './brick-store.ts';
import { bricksOf, cutBrick, halved, type Size } from './bricks.ts';
import { samplePlane, type Slab } from './sample-plane.ts';
import { sampleBricks, shapeAtLevel } from './sample-bricks.ts';
import { planeThrough, slicePlane } from './volume-planes.ts';
import { volumeOf, type Volume } from './volume.ts';

const SIZE: Size = [70, 66, 68];
/** A tilted stack of 1.5 x 1 mm pixels, 2 mm apart. */
const volume: Volume = volumeOf(
  {
    columns: SIZE[0],
    rows: SIZE[1],
    spacing: [1.5, 1],
    orientation: [1, 0, 0, 0, 1, 0],
    positions: Array.from({ length: SIZE[2] }, (_, slice) => [5, slice * 0.5, slice * 2] as const),
  },
  Int16Array.from({ length: SIZE[0] * SIZE[1] * SIZE[2] }, (_, at) => ((at * 7919) % 2003) - 1000),
);
const voxels = volume.voxels as Int16Array;
const half = halved(voxels, SIZE);
const quarter = halved(half.voxels, half.size);
const coarse: Volume = { ...shapeAtLevel(volume, 2), voxels: quarter.voxels };
const never = (): boolean => false;
const SLOT_BYTES = 64 ** 3 * 2;

function storeWith(numbers: readonly number[], limits = { mostBytes: Infinity, cacheBytes: 0 }): BrickStore {
  const store = new BrickStore(SIZE, 'int16', limits);
  for (const number of numbers) store.put(number, cutBrick(voxels, SIZE, store.bricks[number]!), never);
  return store;
}
const ALL = [...bricksOf(SIZE).keys()];
const cached = (slots: number) => ({ mostBytes: 0, cacheBytes: slots * SLOT_BYTES });

const OBLIQUE = planeThrough(volume, [50, 40, 60], turned(turned(AXIAL, [1, 0, 0], 0.4), [0, 1, 0], 0.3));
const PLANES: readonly [string, ImagePlane, Slab | null][] = [
  ['a slice', slicePlane(volume, 30), null],
  ['coronal', planeThrough(volume, [50, 40, 60], CORONAL), null],
  ['oblique', OBLIQUE, null],
  ['oblique and thick', OBLIQUE, { show: 'mean', thicknessMm: 5 }],
];

describe('a plane through bricks', () => {
  it.each(PLANES)('that are all here is that of the volume, in its place or in slots: %s [ANN-56]', (_, plane, slab) => {
    const exact = samplePlane(volume, plane, { slab });
    for (const limits of [{ mostBytes: Infinity, cacheBytes: 0 }, cached(8)]) {
      const { values, isCoarse } = sampleBricks({ shape: volume, coarse, store: storeWith(ALL, limits) }, plane, slab);
      expect(isCoarse).toBe(false);
      expect(values.map(Number.isNaN as never)).toEqual(exact.map(Number.isNaN as never));
      expect(Math.max(...values.map((value, at) => (Number.isNaN(value) ? 0 : Math.abs(value - exact[at]!))))).toBeLessThan(0.01);
    }
  });

  it('of which none are here is the coarse one, as large as the volume', () => {
    const { values, isCoarse, bricks } = sampleBricks({ shape: volume, coarse, store: storeWith([]) }, OBLIQUE, null);
    const exact = samplePlane(volume, OBLIQUE);
    const rough = samplePlane(coarse, OBLIQUE);
    expect([isCoarse, bricks.length > 1]).toEqual([true, true]);
    expect(values.map(Number.isNaN as never)).toEqual(exact.map(Number.isNaN as never));
    expect(values.every((value, at) => Number.isNaN(value) || value === rough[at])).toBe(true);
  });

  it('of which some are here is exact where they are', () => {
    const plane = slicePlane(volume, 30);
    const { values, isCoarse, bricks } = sampleBricks({ shape: volume, coarse, store: storeWith([0]) }, plane, null);
    expect([isCoarse, bricks]).toEqual([true, [0, 1, 2, 3]]);
    const at = (row: number, column: number): number => row * SIZE[0] + column;
    expect(values[at(63, 63)]).toBe(voxels[30 * SIZE[0] * SIZE[1] + at(63, 63)]);
    expect(values[at(10, 64)]).toBe(samplePlane(coarse, plane)[at(10, 64)]);
  });

  it('needs only the bricks of its own slice where it lies on the centres of voxels', () => {
    const last = sampleBricks({ shape: volume, coarse, store: storeWith([]) }, slicePlane(volume, 63), null);
    const next = sampleBricks({ shape: volume, coarse, store: storeWith([]) }, slicePlane(volume, 64), null);
    expect([last.bricks, next.bricks]).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
  });
});

describe('the coarse volume', () => {
  it('is at the same place: the means of a ramp lie on it', () => {
    const ramp = Float32Array.from({ length: voxels.length }, (_, at) => at % SIZE[0]);
    const smaller = halved(ramp, SIZE);
    const rough: Volume = { ...coarse, voxels: halved(smaller.voxels, smaller.size).voxels };
    const row = samplePlane(rough, slicePlane(volume, 30)).subarray(0, 60);
    row.forEach((value, column) => expect(value).toBeCloseTo(Math.max(1.5, column), 4));
  });
});

describe('a store of bricks', () => {
  it('keeps no more than its slots, and gives up what was used longest ago', () => {
    const store = storeWith([0, 1], cached(2));
    store.use([0]);
    expect(store.put(2, cutBrick(voxels, SIZE, store.bricks[2]!), never)).toBe(true);
    expect([ALL.filter((number) => store.has(number)), store.count, store.voxels.byteLength]).toEqual([[0, 2], 2, 2 * SLOT_BYTES]);
  });

  it('gives up nothing that is needed', () => {
    const store = storeWith([0, 1], cached(2));
    expect(store.room((number) => number < 2)).toBe(0);
    expect(store.put(2, cutBrick(voxels, SIZE, store.bricks[2]!), (number) => number < 2)).toBe(false);
    expect([store.has(0), store.has(1), store.has(2)]).toEqual([true, true, false]);
  });

  it.each([
    ['its place', { mostBytes: Infinity, cacheBytes: 0 }],
    ['slots', cached(8)],
  ])('has a slice once its bricks are here: in %s', (_, limits) => {
    expect(storeWith([4, 5, 6], limits).slice(65)).toBeNull();
    const stored = voxels.subarray(65 * SIZE[0] * SIZE[1], 66 * SIZE[0] * SIZE[1]);
    expect(storeWith([4, 5, 6, 7], limits).slice(65)).toEqual(stored);
  });
});
