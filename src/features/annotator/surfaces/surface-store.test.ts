import { beforeEach, describe, expect, it } from 'vitest';
import { createMaskStore, type MaskStore } from '#features/annotator/masks/mask-store.ts';
import { TestMasks, testSource } from '#features/annotator/masks/test-masks.ts';
import { smoothSurface } from '#workers/surfaces/smooth-surface.ts';
import type { ShapeOfSegment, Surfaced } from '#workers/surfaces/types.ts';
import { opacityOf, SurfaceStore } from './surface-store.ts';
import { missingTexts, spokenText } from './surface-texts.ts';

const SIDE = 8;
const segment = (uuid: string, color: string) => ({ uuid, sort: 1, title: uuid.toUpperCase(), color, waits: null });

let masks: TestMasks;
let store: MaskStore;
/** Surfaces that were asked for, with how they are answered. */
let asked: { shape: ShapeOfSegment; answer: (made: Surfaced) => void; fail: (error: Error) => void }[];
let paused: (() => void)[];
let ended: number;
let surfaces: SurfaceStore;

beforeEach(async () => {
  [masks, asked, paused, ended] = [new TestMasks(), [], [], 0];
  store = createMaskStore(masks, () => undefined);
  store.know([segment('a', '#112233'), segment('b', '#445566')], true);
  await store.open({ source: testSource(SIDE), series: 'mr', seriesId: 7 });
});

function opened(): SurfaceStore {
  surfaces = new SurfaceStore({
    masks: store,
    createSurfaces: () => ({
      smoothSurface: (shape) => new Promise((answer, fail) => void asked.push({ shape, answer, fail })),
      end: () => void (ended += 1),
    }),
    afterPause(call) {
      paused.push(call);
      return () => void (paused = paused.filter((one) => one !== call));
    },
  });
  return surfaces;
}
const settled = () => new Promise((resolve) => setTimeout(resolve));
const square = (at: number) =>
  ({
    tool: 'polygon',
    polygon: { axis: 2, index: 1, lines: [[at, at, at + 3, at, at + 3, at + 3, at, at + 3]] },
    mode: 'fill-inside',
  }) as const;
const draw = async (uuid: string, at: number) => {
  await masks.draw('zones', uuid, square(at), []);
  await settled();
};
async function answer(): Promise<void> {
  const { shape, answer: made } = asked.shift()!;
  made(smoothSurface(shape));
  await settled();
}
const pause = async () => {
  for (const call of paused.splice(0)) call();
  await settled();
};
const shown = () => surfaces.read().map(({ segment: uuid, surface }) => [uuid, surface?.triangles.length ?? null]);

describe('surfaces of the open mask [MASK-132]', () => {
  it('are of all visible segments with voxels, computed one after the other, in the colour of each', async () => {
    await draw('a', 0.5);
    await draw('b', 2.5);
    opened();
    await settled();
    expect([asked.length, shown()]).toEqual([
      1,
      [
        ['a', null],
        ['b', null],
      ],
    ]);
    await answer();
    expect([asked.length, shown()[1]]).toEqual([1, ['b', null]]);
    await answer();
    expect(surfaces.read()).toMatchObject([
      { name: 'A', colour: '#112233', problem: null },
      { name: 'B', colour: '#445566', problem: null },
    ]);
    expect(shown().every(([, triangles]) => (triangles as number) > 0)).toBe(true);
    store.setFlags({ locked: new Set(), hidden: new Set(['a']) });
    expect(shown().map(([uuid]) => uuid)).toEqual(['b']);
    expect(asked).toEqual([]);
  });

  it('follow a change after a pause in drawing, only that of its segment, and the one before stays until then', async () => {
    await draw('a', 0.5);
    await draw('b', 2.5);
    opened();
    await settled();
    await answer();
    await answer();
    const before = surfaces.read();
    await draw('b', 3.5);
    await draw('b', 4.5);
    expect([asked.length, paused.length]).toEqual([0, 1]);
    expect(surfaces.read().map(({ surface }) => surface)).toEqual(before.map(({ surface }) => surface));
    await pause();
    expect(asked).toHaveLength(1);
    // Drawn while it is computed: asked again afterwards.
    await draw('b', 1.5);
    await answer();
    expect([asked.length, paused.length]).toEqual([0, 1]);
    await pause();
    await answer();
    expect([asked.length, paused.length]).toEqual([0, 0]);
    expect(surfaces.read()[0]!.surface).toBe(before[0]!.surface);
    expect(surfaces.read()[1]!.surface).not.toBe(before[1]!.surface);
  });

  it('say why one is missing, and which are shown [MASK-131, MASK-136]', async () => {
    await draw('a', 0.5);
    await draw('b', 2.5);
    opened();
    await settled();
    asked.shift()!.answer({ ok: false, why: 'too-large' });
    await settled();
    await answer();
    expect(missingTexts(surfaces.read())).toEqual(['A: it is too large for a surface on this device.']);
    expect(spokenText(surfaces.read(), 'from the front')).toBe('B. Seen from the front.');
  });

  it('begin with a new worker after one has broken, and end with the pane', async () => {
    const reported: unknown[] = [];
    const { reportError: real } = globalThis;
    globalThis.reportError = (error) => void reported.push(error);
    await draw('a', 0.5);
    opened();
    await settled();
    asked.shift()!.fail(new Error('broke'));
    await settled();
    globalThis.reportError = real;
    expect([reported.length, ended, surfaces.read()[0]!.problem]).toEqual([1, 1, 'failed']);
    await draw('a', 2.5);
    await pause();
    await answer();
    expect(surfaces.read()[0]).toMatchObject({ problem: null });
    surfaces.end();
    expect(ended).toBe(2);
    await draw('a', 3.5);
    expect(paused).toEqual([]);
  });

  it('of another mask are not those of this one', async () => {
    await draw('a', 0.5);
    opened();
    await settled();
    await answer();
    store.close();
    expect(surfaces.read()).toEqual([]);
  });
});

describe('how thick a surface is drawn [MASK-132]', () => {
  it('follows the look: a fill is nearly solid, an outline is a shell around others', () => {
    expect(opacityOf({ isShown: true, drawn: 'both', opacity: 0.22 })).toBeCloseTo(0.88);
    expect(opacityOf({ isShown: true, drawn: 'fill', opacity: 0.5 })).toBe(1);
    expect(opacityOf({ isShown: true, drawn: 'outline', opacity: 0.22 })).toBe(0.3);
    expect(opacityOf({ isShown: true, drawn: 'fill', opacity: 0 })).toBe(0.15);
  });
});
