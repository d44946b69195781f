import { beforeEach, expect, it, vi } from 'vitest';
import type { Suv } from '#contract/suv.ts';
import type { Voxels } from '#workers/voxels/handle.ts';
import type { OpenedVoxels, ValueScale } from '#workers/voxels/types.ts';
import { createSeriesStore, type SeriesStore } from './series-store.ts';

const SUVS: Record<string, Suv> = {
  pet: { rule: 'series', weight: 0.5, lean_mass: 0.25, surface: null },
  unknown: { why: 'no-weight' },
};

let opened: [uuid: string, scale: ValueScale | null][];
let scaled: [id: number, scale: ValueScale | null][];
let answer: Partial<OpenedVoxels>;
let store: SeriesStore;

beforeEach(() => {
  [opened, scaled, answer] = [[], [], {}];
  const voxels: Pick<Voxels, 'open' | 'scaleValues'> = {
    open: async (source, _at, _onProgress, scale) => {
      opened.push([source.of === 'originals' ? source.seriesUuid : '', scale]);
      return { id: opened.length, slices: 3, isCine: false, ...answer };
    },
    scaleValues: (id, scale) => void scaled.push([id, scale]),
  };
  const sourceOf = (seriesUuid: string) => ({ of: 'originals', seriesUuid }) as const;
  store = createSeriesStore(voxels as Voxels, sourceOf, (uuid) => SUVS[uuid] ?? null);
});

const isHere = (uuid: string) => vi.waitFor(() => expect(store.peek(uuid)?.opened).not.toBeNull());

it('a PET series opens as uptake by weight, others as they are in their files [PET-06]', async () => {
  for (const uuid of ['pet', 'ct', 'unknown']) store.open(uuid, 0);
  await isHere('unknown');
  expect(opened.map(([uuid, scale]) => [uuid, scale?.unit ?? null, scale?.factor ?? null])).toEqual([
    ['pet', 'SUV', 0.5],
    ['ct', null, null],
    ['unknown', null, null],
  ]);
});

it('what uptake is by holds for the series that are open, and for those opened later [PET-06]', async () => {
  store.open('pet', 0);
  await isHere('pet');
  const told = vi.fn();
  store.subscribe(told);
  store.setSuvBy('lean_mass');
  expect(scaled).toMatchObject([[1, { unit: 'SUVlbm', factor: 0.25 }]]);
  expect(store.peek('pet')!.scale!.unit).toBe('SUVlbm');
  expect(told).toHaveBeenCalledTimes(1);
  // The header has no height: the values of the files.
  store.setSuvBy('surface');
  expect(scaled.at(-1)).toEqual([1, null]);
  store.setSuvBy('lean_mass');
  store.open('ct', 0);
  await isHere('ct');
  expect(scaled).toHaveLength(3);
});

it('a series of which only the converted volume is here has no uptake [PET-05]', async () => {
  answer = { isVolume: true };
  store.open('pet', 0);
  await isHere('pet');
  expect(store.peek('pet')!.scale).toBeNull();
  store.setSuvBy('lean_mass');
  expect([store.peek('pet')!.scale, scaled]).toEqual([null, []]);
});
