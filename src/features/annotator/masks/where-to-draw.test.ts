import { beforeEach, describe, expect, it } from 'vitest';
import type { Grid, NoVolume } from '#contract/grids.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { ShownPicture } from '#features/annotator/overlays/overlay-store.ts';
import { EMPTY_PANE } from '#features/annotator/station/pane.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import type { SampledPlane, StoredSlice } from '#workers/voxels/types.ts';
import type { MaskState } from './mask-store.ts';
import { FIRST_OPTIONS } from './mask-tools.ts';
import { targetOf, whereShown } from './where-to-draw.ts';

const grid = (part: Partial<Grid> = {}): Grid => ({
  version: 1,
  planes: [{ columns: 4, rows: 3, spacing: [0.5, 2], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.1' }],
  slices: [0, 1, 2].map((at) => ({ sop: `2.25.${at}`, frame: 0, plane: 0, position: [10, 20, at * 3] })),
  step: [0, 0, 3],
  noVolume: null,
  ...part,
});
const noVolume = (why: NoVolume) => grid({ step: null, noVolume: why });
const NO_SPACING = grid({ planes: [{ ...grid().planes[0]!, spacing: null }], step: null, noVolume: 'no-position' });

const plane: ImagePlane = { width: 6, height: 5, origin: [10, 20, 3], right: [0.5, 0, 0], below: [0, 0, 1.5] };
const frame = { kind: 'grey', columns: 4, rows: 3, samples: Int16Array.from({ length: 12 }, (_, at) => at * 10) };
const look = { rescaleSlope: 2, rescaleIntercept: -100 };
const stored = (series = 'mr', slice = 0): ShownPicture => ({
  of: { ...EMPTY_PANE, series, slice },
  picture: { slice, facts: {}, plane, frame, look } as unknown as StoredSlice,
});
const sampled = (resolution = 1): ShownPicture => ({
  of: { ...EMPTY_PANE, series: 'mr', show: 'coronal' },
  picture: { plane, resolution, frame: { ...frame, columns: 6, rows: 5 }, look } as unknown as SampledPlane,
});
/** The series has its slices in the other order than the grid. */
const open = (part: Partial<OpenSeries> = {}): OpenSeries =>
  ({
    uuid: 'mr',
    gridHash: 'hash',
    gridSlices: [2, 1, 0],
    noPlanes: null,
    bricks: null,
    frameOfReference: '2.25.1',
    ...part,
  }) as OpenSeries;

let state: MaskState;
beforeEach(() => {
  const source = { study: 's', segmentation: 'zones', gridHash: 'hash', grid: grid(), isExclusive: false };
  state = {
    ...{ status: 'open', mask: { source, series: 'mr', seriesId: 7 }, news: null, mayEdit: true, current: 'inner' },
    segments: [{ uuid: 'inner', sort: 1, title: 'Inner', color: null, waits: null }],
    ...{ locked: new Set(), hidden: new Set(), looks: new Map(), options: FIRST_OPTIONS, computeTool: null, refusal: null, polygon: null },
    earlier: null,
  };
});
const on = (other: Grid): void => void (state = { ...state, mask: { ...state.mask!, source: { ...state.mask!.source, grid: other } } });
const sphere = (): void => void (state = { ...state, options: { ...state.options, shape: 'sphere' } });
const target = (shown: ShownPicture | null = stored(), tool: 'brush' | 'polygon' = 'brush', series: OpenSeries | null = open()) =>
  targetOf(state, { at: 0, shown, open: series, frame: '2.25.1' }, tool);
const why = (...about: Parameters<typeof target>): string | null => {
  const found = target(...about);
  return found !== null && 'why' in found ? found.why : null;
};

describe('a stored slice', () => {
  it('is drawn on in its own pixels, as the slice that the grid names [MASK-91]', () => {
    const found = target();
    expect(found).toMatchObject({ where: { slice: 0 }, width: 4, height: 3, pixelMm: { width: 0.5, height: 2 }, within: null });
    expect(found && 'toVoxel' in found && found.toVoxel({ x: 1.5, y: 2 })).toEqual([1.5, 2, 2]);
  });

  it('is drawn on where slices make no volume, but not with a sphere [MASK-98]', () => {
    on(noVolume('gap'));
    expect(target()).toMatchObject({ where: { slice: 0 } });
    sphere();
    expect(why()).toBe('The distances between slices differ. A slice may be missing. Draw slice by slice with a disc.');
    expect(why(stored(), 'polygon')).toBeNull();
  });

  it('without the distance of its pixels has no brush in mm, and polygons still [MASK-98]', () => {
    on(NO_SPACING);
    expect(why()).toBe('The distance of the pixels is not known. Draw with the polygon.');
    expect(why(stored(), 'polygon')).toBeNull();
  });

  it('is drawn on within a range of values, which is given to the worker in the unit of the series [MASK-93]', () => {
    state = { ...state, options: { ...state.options, range: { isOn: true, low: -60, high: 0 } } };
    const found = target();
    expect(found).toMatchObject({ within: { low: -60, high: 0 } });
    const isAllowed = found && 'isAllowed' in found ? found.isAllowed! : null;
    expect([1, 2, 5, 6].map((at) => isAllowed!(at))).toEqual([false, true, true, false]);
    const coarse = stored();
    expect(why({ ...coarse, picture: { ...coarse.picture, isCoarse: true } })).toBe('Values wait for the full resolution of this slice.');
  });
});

describe('another picture', () => {
  it('is painted on with a sphere, where it is in the patient [MASK-98]', () => {
    expect(why(sampled())).toContain('A sphere can be painted here.');
    expect(why(sampled(), 'polygon')).toContain('Polygons are drawn on the slices');
    sphere();
    const found = target(sampled());
    expect(found).toMatchObject({ where: { plane }, width: 6, height: 5, pixelMm: { width: 0.5, height: 1.5 } });
    expect(found && 'toVoxel' in found && found.toVoxel({ x: 3, y: 2 })).toEqual([3, 0, 2]);
  });

  it('of another space is not drawn on, and shows no segments [MASK-95]', () => {
    sphere();
    const other = open({ uuid: 'ct', frameOfReference: '2.25.9' });
    expect(why(stored('ct'), 'brush', other)).toBe('This picture is of another space than the segmentation.');
    expect(whereShown(state.mask!, other, stored('ct'), '2.25.1')).toBeNull();
    expect(whereShown(state.mask!, { ...other, frameOfReference: '2.25.1' }, stored('ct'), '2.25.1')).toEqual({ plane });
  });

  it('shows no segments while it moves, nor where slices make no volume [MASK-95]', () => {
    expect(whereShown(state.mask!, open(), sampled(), '')).toEqual({ plane });
    expect(whereShown(state.mask!, open(), sampled(0.5), '')).toBeNull();
    on(noVolume('repeated'));
    expect(whereShown(state.mask!, open(), sampled(), '')).toBeNull();
    expect(whereShown(state.mask!, open(), stored(), '')).toEqual({ slice: 0 });
  });
});

describe('nothing is drawn, and the reason is said [MASK-97, MASK-98]', () => {
  it.each<[string, () => Partial<MaskState>, string]>([
    ['without a segmentation', () => ({ mask: null, status: 'none' }), 'Choose a segmentation'],
    [
      'while an earlier state is shown [MASK-172]',
      () => ({ earlier: { state: { number: 1 }, title: '14:05' } }),
      'An earlier state is shown. Go back to now to draw.',
    ],
    ['that may only be looked at', () => ({ mayEdit: false }), 'You can look at this segmentation, but not change it.'],
    ['without a segment', () => ({ segments: [], current: null }), 'No segments yet.'],
    ['on a locked segment', () => ({ locked: new Set(['inner']) }), 'Inner is locked. Unlock it to draw.'],
    ['on a hidden segment', () => ({ hidden: new Set(['inner']) }), 'Inner is hidden. Show it to draw.'],
    ['while it is being opened', () => ({ status: 'opening' }), 'Opening what was drawn'],
    ['on damaged bits', () => ({ status: 'damaged' }), 'Something that was drawn cannot be read'],
  ])('%s', (_, part, words) => {
    state = { ...state, ...part() };
    expect(why()).toContain(words);
  });

  it.each<[string, Partial<OpenSeries>, string]>([
    ['before all slices are known', { gridHash: null, gridSlices: null }, 'Drawing starts when all slices have been read.'],
    ['if slices cannot be read', { gridHash: null, gridSlices: null, noPlanes: 'missing' }, 'Some slices could not be read.'],
    ['on slices of another grid', { gridHash: 'other' }, 'What was drawn belongs to other slices'],
  ])('%s', (_, part, words) => {
    expect(why(stored(), 'brush', open(part))).toContain(words);
    expect(whereShown(state.mask!, open(part), stored(), '')).toBeNull();
  });

  it('without a picture, without words', () => {
    expect([target(null), target(stored(), 'brush', null)]).toEqual([null, null]);
  });
});
