import { beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_PANE } from '#features/annotator/station/pane.ts';
import type { PictureStore } from '#features/annotator/station/picture-store.ts';
import type { SeriesStore } from '#features/annotator/station/series-store.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { PaneScreen, type ScreenState } from './pane-screen.ts';

/** Two series, each with an id in the worker. */
const IDS: Record<string, number> = { first: 1, second: 2 };

let asked: { id: number; answer: (picture: StoredSlice | 'broken') => void }[];
let opened: string[];
let state: ScreenState;
let screen: PaneScreen;

const picture = (value: number): StoredSlice =>
  ({
    slice: 0,
    frame: { kind: 'grey', rows: 1, columns: 1, samples: Float32Array.of(value), isInverted: false },
    look: { windowCenter: [1], windowWidth: [2], rescaleSlope: 1, rescaleIntercept: 0, sopClassUid: '' },
    plane: null,
    facts: {},
  }) as unknown as StoredSlice;

beforeEach(() => {
  [asked, opened] = [[], []];
  state = { shown: null, problem: null };
  vi.stubGlobal('document', { createElement: () => ({ width: 0, height: 0, getContext: () => null }) });
  vi.stubGlobal('ImageData', Object);
  vi.stubGlobal('reportError', () => undefined);
  const known = (uuid: string) => ({ opened: { id: IDS[uuid], slices: 1, isCine: false }, slices: 1, hasPlanes: false, scale: null });
  screen = new PaneScreen({
    voxels: { plane: vi.fn<never>(), along: vi.fn<never>() },
    series: {
      open: (uuid: string) => {
        opened.push(uuid);
        return known(uuid);
      },
      peek: known,
      learn: () => undefined,
    } as unknown as SeriesStore,
    pictures: {
      peek: () => null,
      fetchAhead: () => undefined,
      get: (id: number) =>
        new Promise<StoredSlice>((resolve, reject) => {
          asked.push({ id, answer: (answer) => (answer === 'broken' ? reject(new Error('Broken')) : resolve(answer)) });
        }),
    } as unknown as PictureStore,
    onChange: (next) => (state = next),
  });
});
const settle = () => new Promise((resolve) => setTimeout(resolve));
const shownValue = () => (state.shown?.picture.frame.kind === 'grey' ? state.shown.picture.frame.samples[0] : null);

it('shows the series that was chosen while the picture of another one was on its way [ANN-02]', async () => {
  screen.show({ ...EMPTY_PANE, series: 'first' });
  screen.show({ ...EMPTY_PANE, series: 'second' });
  expect(asked.map(({ id }) => id)).toEqual([1]);
  asked[0]!.answer(picture(1));
  await settle();
  expect([opened, asked.map(({ id }) => id), state.shown]).toEqual([['first', 'second'], [1, 2], null]);
  asked[1]!.answer(picture(2));
  await settle();
  expect(shownValue()).toBe(2);
});

it('does not say of the chosen series that another one has failed', async () => {
  screen.show({ ...EMPTY_PANE, series: 'first' });
  screen.show({ ...EMPTY_PANE, series: 'second' });
  asked[0]!.answer('broken');
  await settle();
  expect(state.problem).toBeNull();
  asked[1]!.answer('broken');
  await settle();
  expect(state).toEqual({ shown: null, problem: 'failed' });
});
