import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMaskStore, type MaskStore, type Target } from './mask-store.ts';
import type { DrawnSegment } from './study-segmentations.ts';
import { TestMasks, testSource } from './test-masks.ts';

const SIDE = 32;
const SOURCE = testSource(SIDE);

const segment = (uuid: string, part: Partial<DrawnSegment> = {}): DrawnSegment => ({
  ...{ uuid, sort: 1, title: uuid, color: '#112233', waits: null },
  ...part,
});
const target = (slice = 1, part: Partial<Target> = {}): Target => ({
  ...{ pane: 0, key: `slice ${slice}`, where: { slice }, width: SIDE, height: SIDE, pixelMm: { width: 1, height: 1 } },
  ...{ within: null, isAllowed: null, toVoxel: ({ x, y }) => [x, y, slice] },
  ...part,
});

let masks: TestMasks;
let store: MaskStore;
let said: string[];

beforeEach(async () => {
  masks = new TestMasks();
  said = [];
  store = createMaskStore(masks, (why) => void said.push(why));
  store.know([segment('inner'), segment('outer', { sort: 2 })], true);
  await store.open({ source: SOURCE, series: 'mr', seriesId: 7 });
});

const settled = () => new Promise((resolve) => setTimeout(resolve));
const shown = (slice = 1) => store.over(0, `slice ${slice}`, { slice });
/** What a pane shows, once all is known. */
async function known(slice = 1) {
  shown(slice);
  await settled();
  return shown(slice).map(({ segment: uuid }) => uuid);
}
function stroke(from = { x: 10, y: 10 }, to = { x: 15, y: 10 }, { isErase = false, on = target() } = {}) {
  store.begin(on, from, isErase);
  store.extend([to]);
}

describe('a stroke', () => {
  it('tells where the pen is, in voxels, until it is lifted or the stroke is dropped [MASK-163]', async () => {
    const parts: [string, number[][], boolean][] = [];
    store.whenPen(({ segment: uuid, points, isEnd }) => void parts.push([uuid, points, isEnd]));
    stroke();
    await store.finish();
    stroke();
    store.drop();
    const one: typeof parts = [
      ['inner', [[10, 10, 1]], false],
      ['inner', [[15, 10, 1]], false],
      ['inner', [], true],
    ];
    expect(parts).toEqual([...one, ...one]);
  });

  it('that spares locked segments says how many voxels of them [MASK-105]', async () => {
    masks.draw = async () => ({ ok: true, spared: 12 });
    stroke();
    await store.finish();
    expect(store.read().refusal).toEqual({ pane: 0, why: '12 voxels of locked segments stayed as they are.' });
  });

  it('is shown within the event that draws it, before anybody has answered [MASK-92]', () => {
    masks.isManual = true;
    store.begin(target(), { x: 10, y: 10 }, false);
    const first = shown()[0]!.lines;
    expect(first).toHaveLength(1);
    store.extend([{ x: 20, y: 10 }]);
    expect(shown()[0]!.lines).not.toEqual(first);
    expect(masks.gestures).toEqual([]);
  });

  it('is sent as one gesture with the way of the pen in voxels, in mm, and the locked segments [MASK-91]', async () => {
    store.setFlags({ locked: new Set(['outer']), hidden: new Set() });
    store.setOptions({ radiusMm: 3 });
    stroke();
    await store.finish();
    expect(masks.gestures).toEqual([
      {
        segment: 'inner',
        locked: ['outer'],
        gesture: {
          ...{ tool: 'paint', brush: { shape: { kind: 'disc', axis: 2 }, radiusMm: 3 }, within: null },
          path: [
            [10, 10, 1],
            [15, 10, 1],
          ],
        },
      },
    ]);
    stroke({ x: 1, y: 1 }, { x: 1, y: 1 }, { isErase: true, on: target(0, { within: { low: 5, high: 9 } }) });
    store.setOptions({ shape: 'sphere' });
    await store.finish();
    expect(masks.gestures[1]!.gesture).toMatchObject({ tool: 'erase', path: [[1, 1, 0]], within: { low: 5, high: 9 } });
  });

  it('stays as it is on the screen until the worker shows it [MASK-92]', async () => {
    masks.isManual = true;
    stroke();
    const before = shown()[0]!.lines;
    const finished = store.finish();
    await masks.answer('stroke');
    await finished;
    expect(shown()[0]!.lines).toEqual(before);
    // Asked for before the stroke was stored, so it is not there.
    await masks.answer('picture');
    expect(shown()[0]!.lines).toEqual(before);
    await masks.answer('picture');
    expect(shown()[0]!.lines).toEqual(before);
    // Now it is the answer that is shown.
    masks.isManual = false;
    await masks.undo();
    expect(await known()).toEqual([]);
  });

  it('goes on from the one before, which is still being stored, and is not lost by its answer', async () => {
    masks.isManual = true;
    stroke();
    const first = store.finish();
    stroke({ x: 10, y: 25 }, { x: 15, y: 25 });
    expect(shown()[0]!.lines).toHaveLength(2);
    const second = store.finish();
    await masks.answer('stroke');
    // Pictures with the first one only.
    for (let turn = 0; turn < 3; turn += 1) {
      await masks.answer('picture');
      expect(shown()[0]!.lines).toHaveLength(2);
    }
    await masks.answer('stroke');
    await Promise.all([first, second]);
    masks.isManual = false;
    await masks.answer('picture');
    expect(await known()).toEqual(['inner']);
    expect(shown()[0]!.lines).toHaveLength(2);
  });

  it('erases from what is there', async () => {
    stroke();
    await store.finish();
    await known();
    stroke({ x: 10, y: 10 }, { x: 10, y: 10 }, { isErase: true });
    const live = shown()[0]!.lines;
    await store.finish();
    await known();
    expect(shown()[0]!.lines).toEqual(live);
    expect(masks.voxels('inner')).toBeLessThan(80);
  });

  it('that is dropped leaves nothing behind, also of the picture [MASK-92]', async () => {
    stroke();
    store.drop();
    expect(shown()).toEqual([]);
    await store.finish();
    expect(masks.gestures).toEqual([]);
  });

  it('that is refused is taken away, and the pane says why [MASK-97]', async () => {
    masks.refuses = 'no-room';
    stroke();
    await store.finish();
    expect(await known()).toEqual([]);
    expect(store.read().refusal).toEqual({ pane: 0, why: 'This device is full. Nothing was drawn.' });
  });
});

describe('a polygon [MASK-94]', () => {
  const corners = [
    [5, 5],
    [15, 5],
    [15, 15],
  ] as const;

  it('is filled on its slice, and its line is shown until then', async () => {
    masks.isManual = true;
    store.setOptions({ mode: 'erase-outside' });
    store.showPolygon('slice 1', corners);
    const filled = store.fillPolygon(target());
    expect(store.read().polygon).toMatchObject({ isStored: true });
    await masks.answer('stroke');
    await filled;
    expect(store.read().polygon).toBeNull();
    expect(masks.gestures[0]!.gesture).toEqual({
      ...{ tool: 'polygon', mode: 'erase-outside' },
      polygon: { axis: 2, index: 1, lines: [[5, 5, 15, 5, 15, 15]] },
    });
  });

  it('of another slice is forgotten', async () => {
    store.showPolygon('slice 0', corners);
    await store.fillPolygon(target(1));
    expect([store.read().polygon, masks.gestures]).toEqual([null, []]);
  });
});

describe('segments on the pictures', () => {
  it('are asked for once for each slice, until something is drawn [MASK-95]', async () => {
    await known();
    await known(0);
    await known();
    expect(masks.asked).toBe(2);
    stroke();
    await store.finish();
    expect(await known()).toEqual(['inner']);
    expect(await known(0)).toEqual([]);
    const asked = masks.asked;
    await known();
    expect(masks.asked).toBe(asked);
  });

  it('have the current one on top, and hidden ones are not drawn [MASK-95]', async () => {
    stroke();
    await store.finish();
    store.choose('outer');
    stroke({ x: 5, y: 20 }, { x: 25, y: 20 });
    await store.finish();
    expect(await known()).toEqual(['inner', 'outer']);
    store.choose('inner');
    expect(await known()).toEqual(['outer', 'inner']);
    store.setFlags({ locked: new Set(), hidden: new Set(['outer']) });
    expect(await known()).toEqual(['inner']);
  });

  it('have their colour and look, and a new one the next colour until the server gives it one', async () => {
    store.know([segment('inner'), segment('new', { sort: null, title: null, color: null, waits: 'number' })], true);
    expect([store.colourOf('inner'), store.colourOf('new')]).toEqual(['#112233', '#B79CF2']);
    stroke();
    await store.finish();
    store.changeLook('inner', { drawn: 'outline' });
    await known();
    expect(shown()[0]).toMatchObject({ colour: '#112233', look: { drawn: 'outline', opacity: 0.22, isShown: true } });
  });

  it('do not belong to another segmentation that was opened meanwhile', async () => {
    masks.isManual = true;
    stroke();
    const finished = store.finish();
    const opened = store.open({ source: { ...SOURCE, segmentation: 'other' }, series: 'mr', seriesId: 7 });
    expect(shown()).toEqual([]);
    await masks.answer('stroke');
    await Promise.all([finished, opened]);
    expect(store.read()).toMatchObject({ status: 'open', refusal: null });
  });
});

describe('a segmentation', () => {
  it('keeps the current segment, or takes the first [MASK-90]', () => {
    store.choose('outer');
    store.know([segment('first'), segment('outer')], true);
    expect(store.read().current).toBe('outer');
    store.know([segment('first'), segment('outer', { waits: 'deletion' })], true);
    expect(store.read().current).toBe('first');
    store.know([], true);
    expect(store.read().current).toBeNull();
  });

  it('has a segment that is being added as the current one, as soon as the lists have it [MASK-90]', () => {
    store.choose('added');
    expect(store.read().current).toBe('inner');
    store.know([segment('inner')], true);
    expect(store.read().current).toBe('inner');
    store.know([segment('inner'), segment('added')], true);
    expect(store.read().current).toBe('added');
  });

  it('draws a segment that holds others as an outline, until somebody chooses otherwise [MASK-95]', async () => {
    store.choose('outer');
    store.setOptions({ radiusMm: 8 });
    stroke();
    await store.finish();
    expect(store.lookOf('outer').drawn).toBe('both');
    store.choose('inner');
    store.setOptions({ radiusMm: 2 });
    stroke();
    await store.finish();
    await known();
    const looks = () => shown().map(({ segment: uuid, look }) => [uuid, look.drawn]);
    expect(looks()).toEqual([
      ['outer', 'outline'],
      ['inner', 'both'],
    ]);
    store.changeLook('outer', { opacity: 0.5 });
    expect(store.lookOf('outer')).toMatchObject({ drawn: 'outline', opacity: 0.5 });
    store.changeLook('outer', { drawn: 'fill' });
    expect(looks()[0]).toEqual(['outer', 'fill']);
  });

  it('that cannot be read says so', async () => {
    masks.openMask = async () => ({ noMask: 'damaged' }) as never;
    await store.open({ source: SOURCE, series: 'mr', seriesId: 7 });
    expect(store.read().status).toBe('damaged');
    vi.stubGlobal('reportError', () => undefined);
    masks.openMask = () => Promise.reject(new Error('The worker is gone'));
    await store.open({ source: SOURCE, series: 'mr', seriesId: 7 });
    expect(store.read().status).toBe('failed');
    vi.unstubAllGlobals();
  });

  it('undoes and redoes what was drawn, and takes or leaves conflicts [MASK-99, MASK-100]', async () => {
    let drawn = 0;
    store.whenDrawn(() => void (drawn += 1));
    stroke();
    const finished = store.finish();
    // Before the worker has answered.
    expect([store.canUndo(), drawn]).toEqual([true, 1]);
    await finished;
    store.undo();
    expect(await known()).toEqual([]);
    expect([store.canUndo(), store.canRedo()]).toEqual([false, true]);
    store.redo();
    expect(await known()).toEqual(['inner']);
    store.settle('uuid', 'take');
    store.settle('other', 'leave');
    await settled();
    expect(masks.settled).toEqual([
      ['uuid', 'take'],
      ['other', 'leave'],
    ]);
    masks.settle = async () => ({ ok: false, why: 'no-room' });
    store.settle('third', 'take');
    await settled();
    expect([said, store.read().refusal]).toEqual([['This device is full. Nothing was drawn.'], null]);
  });
});
