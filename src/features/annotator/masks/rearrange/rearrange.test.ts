import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMaskStore, type MaskStore } from '#features/annotator/masks/mask-store.ts';
import { TestMasks, testSource } from '#features/annotator/masks/test-masks.ts';
import { answerText, askText, splitOf, splitText, whyNotMerged } from './rearrange.ts';

const segment = (uuid: string) => ({ uuid, sort: 1, title: uuid.toUpperCase(), color: null, waits: null });
const square = (at: number) =>
  ({
    tool: 'polygon',
    polygon: { axis: 2, index: 1, lines: [[at, at, at + 2, at, at + 2, at + 2, at, at + 2]] },
    mode: 'fill-inside',
  }) as const;

let masks: TestMasks;
let store: MaskStore;
let drawn: ReturnType<typeof vi.fn<() => void>>;
beforeEach(async () => {
  [masks, drawn] = [new TestMasks(), vi.fn<() => void>()];
  store = createMaskStore(masks, () => undefined);
  store.whenDrawn(drawn);
  store.know([segment('a'), segment('b'), segment('c')], true);
  await store.open({ source: testSource(8), series: 'mr', seriesId: 7 });
  for (const [uuid, at] of [
    ['a', 0.5],
    ['a', 4.5],
    ['b', 2.5],
  ] as const)
    await masks.draw('zones', uuid, square(at), []);
});

describe('merging and splitting in the workstation', () => {
  it('moves voxels with the locks of this person, as one step to undo [MASK-137, MASK-138]', async () => {
    store.setFlags({ locked: new Set(['c']), hidden: new Set() });
    expect(await store.rearrange({ do: 'merge', into: 'a', from: 'b' })).toEqual({ ok: true });
    expect([masks.voxels('a'), masks.voxels('b')]).toEqual([12, 0]);
    expect(masks.rearranged[0]!.locked).toEqual(['c']);
    expect(drawn).toHaveBeenCalledOnce();
    store.undo();
    await new Promise((resolve) => setTimeout(resolve));
    expect([masks.voxels('a'), masks.voxels('b'), await store.countIslands('a')]).toEqual([8, 4, 2]);
    await store.rearrange({ do: 'split', segment: 'a', into: ['d'] });
    expect([masks.voxels('a'), masks.voxels('d')]).toEqual([4, 4]);
  });

  it('that is refused is no step to undo, and says why [MASK-137]', async () => {
    masks.refuses = 'locked';
    const answer = await store.rearrange({ do: 'merge', into: 'a', from: 'b' });
    expect(answerText(answer, 'done')).toBe('A locked segment would have changed. Nothing was changed.');
    expect(drawn).not.toHaveBeenCalled();
    store.close();
    expect(await store.rearrange({ do: 'merge', into: 'a', from: 'b' })).toEqual({ ok: false, why: 'closed' });
    expect(await store.countIslands('a')).toBe(0);
  });

  it('does not offer a segment that is locked, hidden or empty [MASK-137]', () => {
    expect(whyNotMerged(store.read(), 'b')).toBeNull();
    expect(whyNotMerged(store.read(), 'c')).toBe('C has no voxels.');
    store.setFlags({ locked: new Set(['b']), hidden: new Set() });
    expect(whyNotMerged(store.read(), 'b')).toBe('B is locked. Unlock it to draw.');
    store.setFlags({ locked: new Set(), hidden: new Set(['b']) });
    expect(whyNotMerged(store.read(), 'b')).toBe('B is hidden. Show it to draw.');
  });

  it('says how many segments a split makes, and how many islands stay [MASK-138]', () => {
    expect([splitOf(0), splitOf(1), splitOf(3), splitOf(60)]).toEqual([
      { made: 0, left: 0 },
      { made: 0, left: 0 },
      { made: 2, left: 0 },
      { made: 50, left: 9 },
    ]);
    expect(askText(60)).toContain('60 islands');
    expect(askText(60)).toContain('The 9 smallest stay');
    expect([splitText(2), splitText(3), splitText(60)]).toEqual([
      'Made 1 segment.',
      'Made 2 segments.',
      'Made 50 segments. The 9 smallest islands stay.',
    ]);
  });
});
