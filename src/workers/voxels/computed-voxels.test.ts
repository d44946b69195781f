import { beforeEach, expect, it, vi } from 'vitest';
import { fitAdc } from '#model/measurements/adc-fit.ts';
import type { Recipe } from '#model/computed/recipe.ts';
import { CORONAL } from '#model/pictures/image-plane.ts';
import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import type { ReadSlice, SliceReader } from '#workers/series/slice-reader.ts';
import { valueAt } from './handle.ts';
import type { OpenedVoxels, SampledPlane, SeriesProgress, StoredSlice } from './types.ts';
import { VoxelWorker } from './voxel-worker.ts';

const opened = vi.hoisted(() => ({ reader: null as unknown }));
vi.mock('#workers/series/series-opener.ts', async (original) => ({
  ...(await original<object>()),
  SeriesOpener: class {
    open = async () => opened.reader;
    bricks = async () => null;
    files = async () => [];
  },
}));

const [COLUMNS, ROWS] = [4, 3];

interface Made {
  signal: (at: number) => number;
  height?: number;
  b?: number | null;
  columns?: number;
}

/** Slices in the order of the reader. */
function readerOf(made: readonly (Made | NoSlice)[]): SliceReader {
  return {
    slices: made.length,
    isCine: false,
    fields: async () => [],
    async read(slice) {
      const one = made[slice]!;
      if (isNoSlice(one)) return one;
      const { signal, height, b = null, columns = COLUMNS } = one;
      const isPlaced = height !== undefined;
      const description = makeDescription({
        ...{ modality: isPlaced ? 'MR' : 'XA', rows: ROWS, columns, numberOfFrames: isPlaced ? 1 : made.length },
        pixelSpacing: isPlaced ? [1, 1] : null,
        imagePositionPatient: isPlaced ? [0, 0, height] : null,
        imageOrientationPatient: isPlaced ? [1, 0, 0, 0, 1, 0] : null,
        ...{ frameOfReferenceUid: '2.25.9', sopInstanceUid: `2.25.${slice + 1}`, diffusionBValue: b },
        ...{ rescaleSlope: 2, rescaleIntercept: 0, rescaleType: '', windowCenter: [40], windowWidth: [400] },
      });
      const samples = Int16Array.from({ length: ROWS * columns }, (_, at) => signal(at));
      return {
        ...{ frame: { kind: 'grey', rows: ROWS, columns, samples, isInverted: false }, frameInFile: isPlaced ? 0 : slice },
        ...{ description, startWindow: null },
      } satisfies ReadSlice;
    },
  };
}

const B = [0, 400, 800];
const signalAt = (b: number, at: number): number => Math.round(4000 * Math.exp(-b * (500 + 100 * at) * 1e-6)) + ((b + at) % 7);
const HEIGHTS = [0, 5, 10];
/** By volume, then by height. */
const DIFFUSION = B.flatMap((b) => HEIGHTS.map((height) => ({ height, b, signal: (at: number) => signalAt(b, at) })));
const POSITIONS = HEIGHTS.map((_, position) => B.map((__, volume) => volume * HEIGHTS.length + position));

let worker: VoxelWorker;
let progress: SeriesProgress[];
beforeEach(() => {
  worker = new VoxelWorker(1);
  progress = [];
});

async function compute(made: readonly (Made | NoSlice)[], recipe: Recipe): Promise<OpenedVoxels> {
  opened.reader = readerOf(made);
  // The worker of the test before may still be reading.
  const told = progress;
  const source = (await worker.open({ of: 'originals', seriesUuid: 'a' }, 0, () => undefined)) as OpenedVoxels;
  return (await worker.open({ of: 'computed', from: source.id, recipe }, 0, (one) => told.push(one))) as OpenedVoxels;
}
const isRead = () => vi.waitFor(() => expect(progress.at(-1)?.geometry).toBeTruthy());
const adcAt = (at: number) => fitAdc(B.map((b) => ({ b, signal: 2 * signalAt(b, at) })))!;
const valueIn = (picture: StoredSlice | SampledPlane, at: number) => valueAt(picture, at % COLUMNS, Math.floor(at / COLUMNS));

it('a map has a slice for each position, in its unit and with its window, and makes a volume [DYN-05, DYN-09]', async () => {
  const { id, slices } = await compute(DIFFUSION, { kind: 'adc', bValues: B, positions: POSITIONS });
  expect(slices).toBe(HEIGHTS.length);
  const picture = (await worker.slice(id, 1)) as StoredSlice;
  expect(valueIn(picture, 7)! / (adcAt(7).adc * 1e6)).toBeCloseTo(1, 6);
  expect(picture).toMatchObject({
    unit: '× 10⁻⁶ mm²/s',
    look: { windowCenter: [1500], windowWidth: [3000] },
    plane: { origin: [0, 0, 5] },
  });
  await isRead();
  expect(progress.at(-1)).toMatchObject({ read: 3, unreadable: 0, geometry: { noPlanes: null, frameOfReference: '2.25.9' } });
  const plane = (await worker.plane(id, { point: [0, 1, 5], facing: CORONAL, resolution: 1, slab: null })) as SampledPlane;
  expect(valueAt(plane, 2, 4)! / (adcAt(COLUMNS + 2).adc * 1e6)).toBeCloseTo(1, 5);
});

it('its slices name no image of a file, and have no grid that something could be stored on [DYN-10]', async () => {
  const { id } = await compute(DIFFUSION, { kind: 'adc', bValues: B, positions: POSITIONS });
  await isRead();
  const picture = (await worker.slice(id, 0)) as StoredSlice;
  expect(picture).toMatchObject({ sop: '', source: { seriesInstanceUid: '' }, facts: { diffusionBValue: null } });
  expect(progress.at(-1)!.geometry).toMatchObject({ grid: null, gridHash: null });
  expect(await worker.fields(id, 0)).toEqual([]);
});

it('the standard error is a map of its own [DYN-06]', async () => {
  const { id } = await compute(DIFFUSION, { kind: 'adc-error', bValues: B, positions: POSITIONS });
  const picture = (await worker.slice(id, 2)) as StoredSlice;
  expect(valueIn(picture, 3)! / (adcAt(3).error! * 1e6)).toBeCloseTo(1, 5);
});

it('a slice that a map needs and that cannot be read is missing in it, and what has no b-value is not fitted [DYN-05]', async () => {
  const made: (Made | NoSlice)[] = [...DIFFUSION];
  made[4] = { ...DIFFUSION[4]!, b: null };
  made[8] = { noPicture: 'damaged' };
  const { id } = await compute(made, { kind: 'adc', bValues: B, positions: POSITIONS });
  expect(await worker.slice(id, 1)).toEqual({ noPicture: 'pixels' });
  expect(await worker.slice(id, 2)).toEqual({ noPicture: 'damaged' });
  await isRead();
  expect(progress.at(-1)).toMatchObject({ read: 3, unreadable: 2 });
});

it('a volume is subtracted from another at each position [DYN-07]', async () => {
  const { id } = await compute(DIFFUSION, { kind: 'volumes', volume: 2, minus: 0, positions: POSITIONS });
  const picture = (await worker.slice(id, 1)) as StoredSlice;
  expect(valueIn(picture, 5)).toBe(2 * (signalAt(800, 5) - signalAt(0, 5)));
  expect(picture.unit).toBe('');
});

it('another series is subtracted, slice by slice as they were paired [DYN-11]', async () => {
  opened.reader = readerOf(HEIGHTS.map((height) => ({ height, signal: (at) => 100 * height + at })));
  const other = (await worker.open({ of: 'originals', seriesUuid: 'b' }, 0, () => undefined)) as OpenedVoxels;
  const positions = [
    [0, 2],
    [1, 1],
    [2, 0],
  ] as const;
  const made = HEIGHTS.map((height) => ({ height, signal: (at: number) => 1000 * height + at }));
  const { id } = await compute(made, { kind: 'series', minus: 'b', name: 'T1', other: other.id, positions });
  const values = [0, 1, 2].map(async (slice) => valueIn((await worker.slice(id, slice)) as StoredSlice, 5));
  expect(await Promise.all(values)).toEqual([-1000, 5000 - 500, 10_000].map((value) => 2 * value));
});

const film = [100, 100, 40, 100].map((signal, frame): Made => ({ signal: (at) => (frame === 2 && at === 6 ? 20 : signal) }));
const frames = { kind: 'frames', first: 0, frames: 4, mask: [0, 1], shift: [0, 0] } as const;

it('frames are subtracted from a mask, as stored or as logarithms, with one window for the film [DYN-08]', async () => {
  const { id, isCine } = await compute(film, { ...frames, isIntensity: true });
  expect(isCine).toBe(true);
  const [first, contrast] = [(await worker.slice(id, 0)) as StoredSlice, (await worker.slice(id, 2)) as StoredSlice];
  expect(valueIn(first, 6)).toBe(0);
  expect(valueIn(contrast, 5)).toBeCloseTo(1000 * Math.log(40 / 100), 3);
  expect(valueIn(contrast, 6)).toBeCloseTo(1000 * Math.log(20 / 100), 3);
  expect(first.look).toEqual(contrast.look);
  const plain = await compute(film, { ...frames, isIntensity: false });
  expect(valueIn((await worker.slice(plain.id, 2)) as StoredSlice, 6)).toBe(2 * (20 - 100));
});

it('a frame of another size than the mask has no picture [DYN-08]', async () => {
  const { id } = await compute(film.with(3, { signal: () => 1, columns: 2 }), { ...frames, isIntensity: false });
  expect(await worker.slice(id, 3)).toEqual({ noPicture: 'pixels' });
});

it('a series that was closed is computed no further, and one that is not open cannot be computed from [DYN-09]', async () => {
  const { id } = await compute(DIFFUSION, { kind: 'adc', bValues: B, positions: POSITIONS });
  worker.close(id);
  expect(await worker.slice(id, 0)).toEqual({ noPicture: 'gone' });
  expect(await worker.open({ of: 'computed', from: id, recipe: { ...frames, isIntensity: true } }, 0, () => undefined)).toEqual({
    noPicture: 'gone',
  });
  expect(progress).toEqual([]);
});
