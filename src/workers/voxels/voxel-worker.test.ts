import { beforeEach, expect, it, vi } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { CORONAL } from '#model/pictures/image-plane.ts';
import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import { brickedVolume, heldBricks, type HeldBricks } from '#tests/fixtures/bricked-volume.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import type { ReadSlice, SliceReader } from '#workers/series/slice-reader.ts';
import type { SampledPath, SampledPlane, SeriesProgress } from './types.ts';
import { VoxelWorker } from './voxel-worker.ts';

const [COLUMNS, ROWS, SLICES] = [130, 140, 131];
const valueOf = (column: number, row: number, slice: number): number => ((column * 31 + row * 17 + slice * 7) % 512) * 4;
const volume = writeNifti({
  dims: [COLUMNS, ROWS, SLICES],
  sform: [
    [-1, 0, 0, 0],
    [0, -1, 0, 0],
    [0, 0, 1, 0],
  ],
  voxel: (at) => valueOf(at % COLUMNS, Math.floor(at / COLUMNS) % ROWS, Math.floor(at / COLUMNS / ROWS)),
});

/** The same slices as files, each of which is read when the test says so. */
function heldReader(): SliceReader & { waiting: (() => void)[] } {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    slices: SLICES,
    isCine: false,
    fields: async () => [],
    read: (slice) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(fileOf(slice)));
      }),
  };
}

function fileOf(slice: number): ReadSlice {
  const samples = Int16Array.from({ length: COLUMNS * ROWS }, (_, at) => valueOf(at % COLUMNS, Math.floor(at / COLUMNS), slice));
  const description = makeDescription({
    ...{ columns: COLUMNS, rows: ROWS, pixelSpacing: [1, 1], imageOrientationPatient: [1, 0, 0, 0, 1, 0] },
    ...{ imagePositionPatient: [0, 0, slice], instanceNumber: slice + 1, sopInstanceUid: `2.25.${slice + 1}` },
    ...{ rescaleSlope: 1, rescaleIntercept: 0 },
  });
  return {
    frame: { kind: 'grey', rows: ROWS, columns: COLUMNS, samples, isInverted: false },
    frameInFile: 0,
    description,
    startWindow: null,
  };
}

const opened = vi.hoisted(() => ({ reader: null as unknown, bricks: null as unknown }));
vi.mock('#workers/series/series-opener.ts', async (original) => ({
  ...(await original<object>()),
  SeriesOpener: class {
    open = async () => opened.reader;
    bricks = async () => opened.bricks;
    files = async () => [];
  },
}));

let server: HeldBricks;
let reader: ReturnType<typeof heldReader>;
let told: SeriesProgress[];
let onTold: () => void;
beforeEach(async () => {
  server = heldBricks(await brickedVolume(volume));
  reader = heldReader();
  opened.reader = reader;
  opened.bricks = server.bricks;
  told = [];
  onTold = () => undefined;
}, 30_000);

async function open(limits: { mostBytes?: number; cacheBytes?: number }): Promise<{ worker: VoxelWorker; id: number }> {
  const worker = new VoxelWorker(1, limits);
  const source = { of: 'originals', seriesUuid: 'series', volumeId: 1, bricks: { size: 1, tail: 1 } } as const;
  const answer = await worker.open(source, 40, (progress) => {
    told.push(progress);
    onTold();
  });
  if (isNoSlice(answer)) throw new Error('Not opened');
  return { worker, id: answer.id };
}

async function until(isReached: () => boolean, next: () => void = () => undefined): Promise<void> {
  while (!isReached()) {
    next();
    await new Promise((resolve) => setTimeout(resolve));
  }
}
const geometry = () => told.findLast(({ geometry: own }) => own !== null)?.geometry ?? null;
const coronal = (worker: VoxelWorker, id: number): Promise<SampledPlane | NoSlice> =>
  worker.plane(id, { point: [60, 70, 60], facing: CORONAL, resolution: 1, slab: null });
const readNext = (): void => reader.waiting.shift()?.();

it('planes of files are those of the converted volume, coarse, until all files are here [ANN-58]', { timeout: 60_000 }, async () => {
  const { worker, id } = await open({});
  expect(await coronal(worker, id)).toEqual({ noPicture: 'gone' });
  await until(() => reader.waiting.length > 0);
  readNext();
  await until(() => geometry() !== null);
  expect(geometry()).toMatchObject({ noPlanes: null, gridHash: null });
  const answer = coronal(worker, id);
  await until(() => reader.waiting.length > 1);
  for (const read of reader.waiting.splice(0)) read();
  const coarse = (await answer) as SampledPlane;
  expect(coarse).toMatchObject({ isCoarse: true, isConverted: true });
  await until(() => geometry()?.gridHash !== null, readNext);
  const exact = (await coronal(worker, id)) as SampledPlane;
  expect(exact).toMatchObject({ isCoarse: false, isConverted: false, plane: coarse.plane });
  // Only the coarse level was read from the volume.
  expect(server.asked).toEqual([]);
});

it(
  'along a path, too, the converted volume stands in until all files are here; then the values are exact [CURV-13]',
  { timeout: 60_000 },
  async () => {
    const { worker, id } = await open({});
    // Down through the slices, at column 20 and row 70.
    const points = [
      [20, 70, 20],
      [20, 70, 110],
    ] as const;
    const along = (resolution: number): Promise<SampledPath | NoSlice> =>
      worker.along(id, { points, degrees: 0, widthMm: 9, resolution, slab: null });
    expect(await along(1)).toEqual({ noPicture: 'gone' });
    await until(() => reader.waiting.length > 0);
    readNext();
    await until(() => geometry() !== null);
    const answer = along(1);
    await until(() => reader.waiting.length > 1);
    for (const read of reader.waiting.splice(0)) read();
    expect(await answer).toMatchObject({ isCoarse: true, isConverted: true, plane: null });
    await until(() => geometry()?.gridHash !== null, readNext);
    const exact = (await along(1)) as SampledPath;
    expect(exact).toMatchObject({ isCoarse: false, isConverted: false, mmPerPixel: 1, frame: { columns: 9, rows: 91 } });
    const middle = exact.frame.kind === 'grey' ? [0, 40, 90].map((row) => exact.frame.samples[row * 9 + 4]) : [];
    expect(middle).toEqual([20, 60, 110].map((slice) => expect.closeTo(valueOf(20, 70, slice), 2)));
    expect(await along(0.5)).toMatchObject({ mmPerPixel: 2, resolution: 0.5, frame: { rows: 46 } });
    expect(await worker.along(id, { points: [[1, 1, 1]], degrees: 0, widthMm: 9, resolution: 1, slab: null })).toEqual({
      noPicture: 'gone',
    });
  },
);

it('planes of files that do not fit are those of the converted volume, sharp where one looks [ANN-18]', { timeout: 60_000 }, async () => {
  const { worker, id } = await open({ mostBytes: 1_000_000, cacheBytes: 12 * 64 ** 3 * 2 });
  await until(() => geometry()?.noPlanes === null, readNext);
  expect(told.at(-1)?.bricks).toMatchObject({ fits: false });
  const plane = async (): Promise<SampledPlane> => {
    const answer = coronal(worker, id);
    let isThere = false;
    void answer.then(() => (isThere = true));
    await until(() => isThere, readNext);
    return (await answer) as SampledPlane;
  };
  expect(await plane()).toMatchObject({ isCoarse: true, isConverted: true });
  // 12 of 27 bricks: those of the plane, and as many others as the cache has room for.
  await until(
    () => told.at(-1)!.bricks!.percent === 44,
    () => server.waiting.shift()?.answer(),
  );
  const exact = await plane();
  expect(exact).toMatchObject({ isCoarse: false, isConverted: true });
  // Row 70 of the slices, from the head down.
  const value = exact.frame.samples[60 * exact.plane.width + 20];
  expect(value).toBeCloseTo(valueOf(20, 70, SLICES - 1 - 60), 2);
});

it('that all slices have been read is told with their places, never before', async () => {
  opened.bricks = null;
  opened.reader = { ...reader, read: async (slice: number) => fileOf(slice) };
  let now = 0;
  // Each look at the clock is late enough for the next word.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  const { promise: whole, resolve } = Promise.withResolvers<void>();
  onTold = () => void (told.at(-1)!.geometry !== null && resolve());
  await open({});
  await whole;
  clock.mockRestore();
  expect(told.length).toBeGreaterThan(SLICES / 2);
  expect(told.filter(({ read, geometry }) => read === SLICES && geometry === null)).toEqual([]);
});

it(
  'shows and measures uptake in place of the values of the files, from the moment it is chosen [PET-06]',
  { timeout: 60_000 },
  async () => {
    const { worker, id } = await open({});
    await until(() => geometry()?.gridHash != null, readNext);
    const read = async () => {
      const picture = await worker.slice(id, 3);
      if (isNoSlice(picture)) throw new Error(picture.noPicture);
      return picture;
    };
    const { unit, look } = await read();
    expect([unit, look.rescaleSlope]).toEqual(['HU', 1]);
    const scale = { factor: 0.25, unit: 'SUV', window: { center: 3.5, width: 7 } };
    worker.scaleValues(id, scale);
    expect(await read()).toMatchObject({
      unit: 'SUV',
      scaledTo: 'SUV',
      look: { rescaleSlope: 0.25, windowCenter: [3.5], windowWidth: [7] },
    });
    const plane = await worker.plane(id, { point: [60, 70, 60], facing: CORONAL, resolution: 1, slab: null });
    expect(plane).toMatchObject({ unit: 'SUV', look: { rescaleSlope: 0.25 } });
    // A model takes the values of the files.
    expect(await worker.wholeImage(id)).toMatchObject({ ok: true, image: { slope: 1 } });
    worker.scaleValues(id, null);
    expect(await read()).toMatchObject({ unit: 'HU', look: { rescaleSlope: 1 } });
    worker.close(id);
  },
);
