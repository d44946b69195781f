import { beforeEach, describe, expect, it } from 'vitest';
import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import type { ReadSlice, SliceReader } from '#workers/series/slice-reader.ts';
import { paintPicture, valueAt } from './handle.ts';
import { SeriesVoxels } from './series-voxels.ts';

const [COLUMNS, ROWS] = [4, 3];

interface Made {
  height: number;
  values: Int16Array | Uint8Array;
  slope?: number;
  windowCenter?: number[];
}

/** A reader of slices in memory, 2 mm apart in a row and 1 mm between rows. Counts what is read. */
function readerOf(made: readonly (Made | NoSlice)[]): SliceReader & { asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    slices: made.length,
    isCine: false,
    fields: async () => [],
    async read(slice) {
      asked.push(slice);
      const one = made[slice]!;
      if (isNoSlice(one)) return one;
      const { height, values, slope = 1, windowCenter = [] } = one;
      const description = makeDescription({
        rows: ROWS,
        columns: COLUMNS,
        pixelSpacing: [1, 2],
        imagePositionPatient: [10, 20, height],
        imageOrientationPatient: [1, 0, 0, 0, 1, 0],
        sopInstanceUid: `2.25.${slice + 1}`,
        instanceNumber: slice + 1,
        frameOfReferenceUid: '2.25.9',
        rescaleSlope: slope,
        rescaleIntercept: 0,
        windowCenter,
        windowWidth: windowCenter.map(() => 10),
      });
      const frame = { kind: 'grey' as const, rows: ROWS, columns: COLUMNS, samples: values, isInverted: false };
      return { frame, frameInFile: 0, description, startWindow: null } satisfies ReadSlice;
    },
  };
}

const flat = (value: number): Int16Array => new Int16Array(COLUMNS * ROWS).fill(value);

async function readAll(voxels: SeriesVoxels): Promise<void> {
  for (let next = voxels.nextUnread(0); next !== null; next = voxels.nextUnread(0)) await voxels.read(next);
}

let reader: ReturnType<typeof readerOf>;

describe('the voxels of a series', () => {
  beforeEach(() => {
    reader = readerOf([0, 5, 10].map((height, slice) => ({ height, values: flat(100 * (slice + 1)) })));
  });

  it('are read once each, from the requested slice outwards, and make a volume', async () => {
    const voxels = new SeriesVoxels(reader);
    await Promise.all([voxels.read(1), voxels.read(1)]);
    await readAll(voxels);
    await voxels.read(2);
    expect(reader.asked).toEqual([1, 0, 2]);
    expect(voxels.nextUnread(0)).toBeNull();
    const geometry = await voxels.geometry();
    expect(geometry).toMatchObject({ noPlanes: null, frameOfReference: '2.25.9' });
    expect(geometry.gridHash).toMatch(/^[0-9a-f]{64}$/);
    expect(geometry.gridSlices).toEqual([0, 1, 2]);
    expect(geometry.planes.map((plane) => plane?.origin)).toEqual([
      [10, 20, 0],
      [10, 20, 5],
      [10, 20, 10],
    ]);
    expect(voxels.volume).toMatchObject({ columns: COLUMNS, rows: ROWS, slices: 3, spacing: [2, 1], normal: [0, 0, 1] });
  });

  it('have their numbers in the grid, which runs along the normal whatever the order of the reader is [MEAS-01]', async () => {
    const voxels = new SeriesVoxels(readerOf([10, 0, 5].map((height) => ({ height, values: flat(height) }))));
    await readAll(voxels);
    expect((await voxels.geometry()).gridSlices).toEqual([2, 0, 1]);
  });

  it('have no grid of the series if they are those of a volume that was converted from it', async () => {
    const voxels = new SeriesVoxels(reader, { isOwnGrid: () => false });
    await readAll(voxels);
    expect(await voxels.geometry()).toMatchObject({ gridHash: null, noPlanes: null });
  });

  it('are the only copy of the values', async () => {
    const voxels = new SeriesVoxels(reader);
    await readAll(voxels);
    await voxels.geometry();
    const read = (await voxels.read(2)) as ReadSlice;
    expect(read.frame.samples.buffer).toBe(voxels.volume!.voxels.buffer);
    expect([...read.frame.samples]).toEqual([...flat(300)]);
  });

  it('make the same volume when the slices come from the head to the feet', async () => {
    const voxels = new SeriesVoxels(readerOf([10, 5, 0].map((height, slice) => ({ height, values: flat(100 * (3 - slice)) }))));
    await readAll(voxels);
    expect((await voxels.geometry()).noPlanes).toBeNull();
    expect(voxels.volume!.normal.map((part) => part + 0)).toEqual([0, 0, -1]);
  });

  it.each([
    ['a slice that cannot be read', [{ height: 0, values: flat(1) }, { noPicture: 'damaged' as const }], 'missing'],
    ['a gap', [0, 5, 20].map((height) => ({ height, values: flat(1) })), 'gap'],
    ['a position twice', [0, 5, 5].map((height) => ({ height, values: flat(1) })), 'repeated'],
    ['one slice', [{ height: 0, values: flat(1) }], 'single-slice'],
    [
      'values of two kinds',
      [
        { height: 0, values: flat(1) },
        { height: 5, values: new Uint8Array(COLUMNS * ROWS) },
      ],
      'values',
    ],
  ])('name the reason against planes: %s [ANN-12]', async (_, made, reason) => {
    const voxels = new SeriesVoxels(readerOf(made));
    await readAll(voxels);
    expect((await voxels.geometry()).noPlanes).toBe(reason);
    expect(voxels.volume).toBeNull();
  });

  it('are read again where the server could not be reached, and not where they are damaged', async () => {
    const made: (Made | NoSlice)[] = [{ height: 0, values: flat(1) }, { noPicture: 'unreachable' }, { noPicture: 'damaged' }];
    reader = readerOf(made);
    const voxels = new SeriesVoxels(reader);
    await readAll(voxels);
    expect(voxels.counts()).toEqual({ read: 3, unreadable: 2 });
    made[1] = { height: 5, values: flat(2) };
    voxels.forgetUnreachable();
    await readAll(voxels);
    expect(voxels.counts()).toEqual({ read: 3, unreadable: 1 });
    expect(reader.asked).toEqual([0, 1, 2, 1]);
  });

  it('are not collected beyond the memory that they may use: slices are still shown', async () => {
    const voxels = new SeriesVoxels(reader, { mostBytes: COLUMNS * ROWS * 2 * 3 - 1 });
    expect(isNoSlice(await voxels.read(1))).toBe(false);
    expect(voxels.nextUnread(0)).toBeNull();
    expect((await voxels.geometry()).noPlanes).toBe('too-large');
    expect(((await voxels.read(2)) as ReadSlice).frame.samples[0]).toBe(300);
  });

  it('have one scale where each slice has its own, as in PET', async () => {
    const made = [1, 2].map((slope, slice) => ({ height: slice * 5, values: flat(10), slope }));
    const voxels = new SeriesVoxels(readerOf(made));
    await readAll(voxels);
    await voxels.geometry();
    expect([voxels.volume!.voxels[0], voxels.volume!.voxels.at(-1)]).toEqual([10, 20]);
    const { frame, description } = (await voxels.read(1)) as ReadSlice;
    expect([frame.samples[0], description.rescaleSlope]).toEqual([20, 1]);
  });

  it('have one window for all slices without their own, and keep what a file says', async () => {
    const values = Int16Array.from({ length: COLUMNS * ROWS }, (_, at) => at * 10);
    const made = [
      { height: 0, values },
      { height: 5, values: flat(7) },
      { height: 10, values, windowCenter: [3] },
    ];
    const voxels = new SeriesVoxels(readerOf(made));
    const windows = [];
    for (const slice of [0, 1, 2]) windows.push(((await voxels.read(slice)) as ReadSlice).description.windowCenter[0]);
    expect(windows).toEqual([55, 55, 3]);
  });
});

describe('a picture on the page', () => {
  it('is painted in its window, and gives the rescaled value of a pixel', () => {
    const samples = Int16Array.from([0, 50, 100, 200]);
    const picture = {
      frame: { kind: 'grey' as const, rows: 2, columns: 2, samples, isInverted: false },
      look: { windowCenter: [100], windowWidth: [200], rescaleSlope: 2, rescaleIntercept: -100 },
      plane: null,
      pixelAspect: 1,
      spacingMm: null,
      letters: null,
      unit: '',
    };
    const greys = (window: 'stored' | { center: number; width: number }) =>
      [...paintPicture(picture, { window, isInverted: false }, null).pixels].filter((_, at) => at % 4 === 0);
    expect(greys('stored')).toEqual([0, 0, 128, 255]);
    expect(greys({ center: 0, width: 400 })).toEqual([64, 128, 192, 255]);
    expect(valueAt(picture, 1, 1)).toBe(300);
    expect(valueAt(picture, 2, 0)).toBeNull();
  });
});

describe('a series in colour [ANN-77]', () => {
  const [FRAMES, WIDTH] = [3, 4];
  const described = (slice: number) => ({
    description: makeDescription({ rows: WIDTH, columns: WIDTH, sopInstanceUid: '2.25.7', numberOfFrames: FRAMES, instanceNumber: 1 }),
    frameInFile: slice,
  });
  const colour = (): SliceReader => ({
    slices: FRAMES,
    isCine: true,
    fields: async () => [],
    describe: async (slice) => described(slice),
    async read(slice) {
      const frame = { kind: 'colour' as const, rows: WIDTH, columns: WIDTH, samples: new Uint8ClampedArray(WIDTH * WIDTH * 3) };
      return { ...described(slice), frame, startWindow: null } as unknown as ReadSlice;
    },
  });

  it('has a grid of its headers, so that it can be measured, and no planes', async () => {
    const voxels = new SeriesVoxels(colour());
    await readAll(voxels);
    const geometry = await voxels.geometry();
    expect(geometry).toMatchObject({ noPlanes: 'colour', gridSlices: [0, 1, 2] });
    expect(geometry.gridHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has none while a header cannot be read', async () => {
    const voxels = new SeriesVoxels({
      ...colour(),
      describe: async (slice) => (slice === 1 ? { noPicture: 'unreachable' } : described(slice)),
    });
    await readAll(voxels);
    expect(await voxels.geometry()).toMatchObject({ noPlanes: 'colour', gridHash: null, gridSlices: null });
  });
});
