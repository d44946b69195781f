import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMaskStore, type MaskStore } from '#features/annotator/masks/mask-store.ts';
import { TestMasks, testSource } from '#features/annotator/masks/test-masks.ts';

const SIDE = 8;
const SOURCE = testSource(SIDE);
const threshold = (low: number) => ({ do: 'threshold' as const, range: { low, high: 900 }, slice: null });

let masks: TestMasks;
let store: MaskStore;
let drawn: ReturnType<typeof vi.fn<() => void>>;
beforeEach(async () => {
  [masks, drawn] = [new TestMasks(), vi.fn<() => void>()];
  store = createMaskStore(masks, () => undefined);
  store.whenDrawn(drawn);
  store.know([{ uuid: 'inner', sort: 1, title: 'Inner', color: '#112233', waits: null }], true);
  await store.open({ source: SOURCE, series: 'mr', seriesId: 7 });
});

const settled = () => new Promise((resolve) => setTimeout(resolve));
const over = (slice = 1) => store.over(0, `slice ${slice}`, { slice });
async function shown(slice = 1) {
  over(slice);
  await settled();
  return over(slice);
}
const square = (): Uint8Array<ArrayBuffer> => Uint8Array.from({ length: SIDE * SIDE }, (_, at) => (at < 2 ? 1 : 0));

describe('a preview [MASK-113]', () => {
  it('is an outline over the picture of each pane, in the colour of the segment, until it ends', async () => {
    masks.preview = { ok: true, shown: { width: SIDE, height: SIDE, mask: square() } };
    store.preview(threshold(100));
    expect(await shown()).toMatchObject([{ segment: 'inner', colour: '#112233', isPreview: true, look: { drawn: 'outline' } }]);
    expect(masks.previewed).toEqual([{ what: threshold(100), where: { slice: 1 } }]);
    store.preview(null);
    expect(over()).toEqual([]);
    expect(masks.gestures).toEqual([]);
  });

  it('follows its numbers, and the last outline stays meanwhile', async () => {
    masks.preview = { ok: true, shown: { width: SIDE, height: SIDE, mask: square() } };
    store.preview(threshold(100));
    const lines = (await shown())[0]!.lines;
    masks.isManual = true;
    store.preview(threshold(200));
    expect(over()[0]!.lines).toBe(lines);
    masks.preview = { ok: true, shown: null };
    while (masks.previewed.length < 2 || over().length > 0) await masks.answer('picture');
    expect(masks.previewed.at(-1)!.what).toEqual(threshold(200));
  });

  it('says why it cannot be shown', async () => {
    masks.preview = { ok: false, why: 'no-values' };
    store.preview(threshold(100));
    expect(await shown()).toEqual([]);
    expect(store.previewRefusal()).toBe('no-values');
    store.preview(null);
    expect(store.previewRefusal()).toBeNull();
  });

  it('ends with the mask', async () => {
    masks.preview = { ok: true, shown: { width: SIDE, height: SIDE, mask: square() } };
    store.preview(threshold(100));
    await shown();
    store.close();
    expect(over()).toEqual([]);
  });
});

describe('a computation [MASK-119]', () => {
  it('is of the current segment, says what changed, and can be undone as a stroke', async () => {
    const polygon = { axis: 2, index: 1, lines: [[1.5, 1.5, 3.5, 1.5, 3.5, 3.5, 1.5, 3.5]] } as const;
    await masks.draw('zones', 'inner', { tool: 'polygon', polygon, mode: 'fill-inside' }, []);
    store.setFlags({ locked: new Set(['outer']), hidden: new Set() });
    expect(await store.compute({ do: 'copy-slice', from: 1, to: 2 })).toEqual({ ok: true, changed: { set: 4, cleared: 0 } });
    expect(masks.gestures.at(-1)).toMatchObject({ segment: 'inner', locked: ['outer'], gesture: { tool: 'compute' } });
    expect(drawn).toHaveBeenCalledOnce();
    expect((await shown(2)).map(({ segment }) => segment)).toEqual(['inner']);
    store.undo();
    await settled();
    expect(await shown(2)).toEqual([]);
  });

  it('that is refused or changes nothing is no step to undo', async () => {
    expect(await store.compute({ do: 'fill-between' })).toEqual({ ok: true, changed: { set: 0, cleared: 0 } });
    masks.refuses = 'too-large';
    expect(await store.compute({ do: 'grow', mm: 2 })).toEqual({ ok: false, why: 'too-large' });
    expect(drawn).not.toHaveBeenCalled();
    store.close();
    expect(await store.compute({ do: 'fill-between' })).toEqual({ ok: false, why: 'closed' });
  });
});
