import { beforeEach, describe, expect, it } from 'vitest';
import { createMaskStore, type MaskStore } from '#features/annotator/masks/mask-store.ts';
import { TestMasks, testSource } from '#features/annotator/masks/test-masks.ts';

const EARLIER = { state: { number: 3 }, title: '14:05, before biopsy' };

let masks: TestMasks;
let store: MaskStore;
let drawn: number;
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  masks = new TestMasks();
  store = createMaskStore(masks, () => undefined);
  drawn = 0;
  store.whenDrawn(() => (drawn += 1));
  store.know([{ uuid: 'inner', sort: 1, title: 'Inner', color: '#112233', waits: null }], true);
  await store.open({ source: testSource(32), series: 'mr', seriesId: 7 });
  await masks.draw(
    'zones',
    'inner',
    { tool: 'paint', brush: { shape: { kind: 'disc', axis: 2 }, radiusMm: 3 }, path: [[9, 9, 1]], within: null },
    [],
  );
});

/** How often the worker is asked for the picture of a pane. */
async function asked(): Promise<number> {
  store.over(0, 'slice 1', { slice: 1 });
  await settled();
  return masks.asked;
}

describe('an earlier state', () => {
  it('is shown on all pictures until somebody goes back to now, and nothing can be undone meanwhile [MASK-172]', async () => {
    const before = await asked();
    expect(store.canUndo()).toBe(true);
    expect(await store.showEarlier(EARLIER)).toEqual({ ok: true });
    expect(store.read().earlier).toEqual(EARLIER);
    expect([store.canUndo(), store.canRedo()]).toEqual([false, false]);
    expect(await asked()).toBe(before + 1);
    await store.showEarlier(null);
    expect(masks.shown).toEqual([EARLIER.state, null]);
    expect([store.read().earlier, store.canUndo()]).toEqual([null, true]);
    expect(await asked()).toBe(before + 2);
  });

  it('that is not on this device changes nothing [MASK-172]', async () => {
    masks.showing = { ok: false, why: 'not-here' };
    expect(await store.showEarlier(EARLIER)).toEqual({ ok: false, why: 'not-here' });
    expect(store.read().earlier).toBeNull();
  });

  it('is over once the segmentation is closed [MASK-172]', async () => {
    await store.showEarlier(EARLIER);
    store.close();
    expect(store.read().earlier).toBeNull();
    expect(await store.showEarlier(EARLIER)).toEqual({ ok: false, why: 'closed' });
  });

  it('that is restored can be undone, and now is shown again [MASK-174]', async () => {
    await store.showEarlier(EARLIER);
    masks.restored = { ok: true, restored: ['inner'], locked: [], gone: [] };
    const before = await asked();
    expect(await store.restore(EARLIER.state)).toEqual(masks.restored);
    expect([store.read().earlier, drawn]).toEqual([null, 1]);
    expect(await asked()).toBe(before + 1);
    masks.restored = { ok: true, restored: [], locked: [], gone: [] };
    await store.restore(EARLIER.state);
    expect(drawn).toBe(1);
  });

  it('that cannot be restored stays shown [MASK-174]', async () => {
    await store.showEarlier(EARLIER);
    masks.restored = { ok: false, why: 'no-room' };
    expect(await store.restore(EARLIER.state)).toEqual({ ok: false, why: 'no-room' });
    expect([store.read().earlier, drawn]).toEqual([EARLIER, 0]);
  });
});
