import { beforeEach, expect, it, vi } from 'vitest';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { computedId, type FramesRecipe, type Recipe } from '#model/computed/recipe.ts';
import { createStation, type StationStore } from '#features/annotator/station/create-station.ts';
import { createSeriesStore, type SeriesStore } from '#features/annotator/station/series-store.ts';
import type { Voxels } from '#workers/voxels/handle.ts';
import type { ComputedSource, SeriesProgress } from '#workers/voxels/types.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import { ComputedStore } from './computed-store.ts';
import { computedFromText } from './computed-texts.ts';
import { activeNow, closeUnseen, showComputed } from './show-computed.ts';

const plane = (z: number): ImagePlane => ({ width: 4, height: 4, origin: [0, 0, z], right: [1, 0, 0], below: [0, 1, 0] });
/** Two volumes of three slices, one after the other. */
const PLANES = [0, 3, 6, 0, 3, 6].map(plane);
const positions = [
  [0, 3],
  [1, 4],
  [2, 5],
];
const adc: Recipe = { kind: 'adc', bValues: [0, 800], positions };
const minus: Recipe = { kind: 'volumes', volume: 1, minus: 0, positions };
const film: FramesRecipe = { kind: 'frames', first: 2, frames: 4, mask: [0], shift: [0, 0], isIntensity: false };

let closed: number[];
let sources: (SeriesSource | ComputedSource)[];
let told: ((progress: SeriesProgress) => void)[];
let parts: { computed: ComputedStore; series: SeriesStore; station: StationStore };

beforeEach(async () => {
  [closed, sources, told] = [[], [], []];
  const computed = new ComputedStore();
  const voxels: Pick<Voxels, 'open' | 'close'> = {
    open: async (source, _at, onProgress) => {
      sources.push(source);
      told.push(onProgress);
      return { id: sources.length, slices: source.of === 'computed' ? 3 : 6, isCine: false };
    },
    close: (id) => void closed.push(id),
  };
  const series = createSeriesStore(voxels as Voxels, (uuid) => computed.sourceOf(uuid) ?? { of: 'originals', seriesUuid: uuid });
  const station = createStation(series);
  parts = { computed, series, station };
  station.subscribe(() => closeUnseen(parts));
  parts.station.act({ act: 'show-series', pane: 0, series: 'dwi', slice: 4 });
  series.open('dwi', 0);
  await vi.waitFor(() => expect(series.peek('dwi')!.opened).not.toBeNull());
  const geometry = { grid: null, gridHash: null, gridSlices: null, frameOfReference: 'f', planes: PLANES, noPlanes: 'repeated' } as const;
  told[0]!({ id: 1, read: 6, unreadable: 0, geometry });
});

const pane = () => parts.station.read().panes[0]!;
const show = (recipe: Recipe | null) => showComputed(parts, activeNow(parts), 'dwi', recipe && { from: 1, recipe });
async function open(): Promise<string> {
  const uuid = pane().series!;
  parts.series.open(uuid, 0);
  await vi.waitFor(() => expect(parts.series.peek(uuid)!.opened).not.toBeNull());
  return uuid;
}

it('a computed series is opened from its source, at the place that was shown, and keeps the zoom [DYN-09]', async () => {
  parts.station.act({ act: 'zoom', pane: 0, factor: 2, at: { x: 0, y: 0 } });
  const { place } = pane();
  show(adc);
  expect(pane()).toMatchObject({ slice: 1, window: 'stored', place });
  await open();
  expect(sources.at(-1)).toEqual({ of: 'computed', from: 1, recipe: adc });
  show(null);
  expect(pane()).toMatchObject({ series: 'dwi', slice: 1, place });
});

it('one that no pane shows any more is closed, and what it still tells is ignored [DYN-09]', async () => {
  show(adc);
  const first = await open();
  show(minus);
  expect(closed).toEqual([2]);
  told.at(-1)!({ id: 2, read: 1, unreadable: 0, geometry: null });
  expect(parts.series.peek(first)).toBeNull();
  show(adc);
  expect(pane().series).toBe(first);
  await open();
  expect(sources.map(({ of }) => of)).toEqual(['originals', 'computed', 'computed']);
});

it('one that was left before it was opened is closed as soon as it is [DYN-09]', async () => {
  show(adc);
  parts.series.open(pane().series!, 0);
  show(null);
  await vi.waitFor(() => expect(closed).toEqual([2]));
});

it('one that is shown again before it was closed answers once [DYN-09]', async () => {
  show(adc);
  parts.series.open(pane().series!, 0);
  show(null);
  show(adc);
  const uuid = await open();
  await vi.waitFor(() => expect(closed).toEqual([2]));
  expect(parts.series.peek(uuid)!.opened).toMatchObject({ id: 3 });
});

it('one that another pane shows, or that is fused, stays [DYN-09]', async () => {
  parts.station.act({ act: 'layout', layout: { rows: 1, columns: 2 }, offers: [] });
  show(adc);
  const map = await open();
  parts.station.act({ act: 'fuse', pane: 1, fused: { series: map, window: 'stored', opacity: 1 } });
  show(minus);
  expect(closed).toEqual([]);
});

it('one that was asked for is shown where it was asked for, if that pane still shows the same [DYN-09]', () => {
  parts.station.act({ act: 'layout', layout: { rows: 1, columns: 2 }, offers: [] });
  parts.station.act({ act: 'show-series', pane: 1, series: 'dwi', slice: 0 });
  parts.station.act({ act: 'activate', pane: 0 });
  const asked = activeNow(parts);
  parts.station.act({ act: 'activate', pane: 1 });
  const shown = () => parts.station.read().panes.map(({ series }) => series);
  showComputed(parts, asked, 'dwi', { from: 1, recipe: minus });
  expect(shown()).toEqual([computedId('dwi', minus), 'dwi']);
  showComputed(parts, asked, 'dwi', { from: 1, recipe: adc });
  expect(shown()).toEqual([computedId('dwi', minus), 'dwi']);
});

it('a film keeps its window while its mask is moved, and goes back to the same frame [DYN-08]', () => {
  show(film);
  expect(pane().slice).toBe(2);
  const window = { center: 0, width: 90 };
  parts.station.act({ act: 'window', pane: 0, window });
  show({ ...film, shift: [0.5, 0] });
  expect(pane()).toMatchObject({ slice: 2, window });
  show(null);
  expect(pane()).toMatchObject({ series: 'dwi', slice: 4, window: 'stored' });
});

it.each<[Recipe, string]>([
  [adc, 'computed on this device from b 0, 800'],
  [{ ...adc, kind: 'adc-error' }, 'standard error, computed on this device from b 0, 800'],
  [minus, 'computed on this device: volume 2 minus volume 1'],
  [film, 'computed on this device: minus frame 1'],
  [{ ...film, mask: [1, 2] }, 'computed on this device: minus the mean of frames 2, 3'],
  [{ ...film, shift: [-0.5, 2] }, 'computed on this device: minus frame 1, mask moved by -0.5 to the right and 2 down'],
])('the line under a pane says what it is computed from: %o [DYN-09]', (recipe, words) => {
  expect(computedFromText(recipe)).toBe(words);
});
