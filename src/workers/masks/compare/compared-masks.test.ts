import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compareMasks } from '#imaging/mask/compare/compare-masks.ts';
import { box, MaskDevice, newMaskSource, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { writeLabelMaps } from '#imaging/mask/interchange/nifti/write-label-map.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import type { ComparedNews, ComparedPair, ComparedSource, MaskSource } from '#workers/masks/types.ts';

const [PART, ZONE] = [crypto.randomUUID(), crypto.randomUUID()];
const PAIR: ComparedPair = { a: { key: 'a', segment: PART }, b: { key: 'b', segment: ZONE }, resample: false };

let device: number;
let mine: MaskSource;
let theirs: MaskSource;
let tab: MaskDevice;
let other: MaskDevice;
/** Two segmentations of a study, each open in a tab of the device. */
async function begin(first: MaskSource, second: MaskSource): Promise<void> {
  device = nextUser();
  [mine, theirs] = [first, second];
  [tab, other] = [mine, theirs].map((source) => new MaskDevice({ userId: 1, device, server: new MaskServer(), source })) as [
    MaskDevice,
    MaskDevice,
  ];
  await Promise.all([tab.open(), other.open()]);
  await tab.masks.draw(mine.segmentation, PART, box(1, [2, 2, 7, 5]), []);
  await other.masks.draw(theirs.segmentation, ZONE, box(1, [4, 2, 9, 5]), []);
}
beforeEach(() => begin(newMaskSource(), newMaskSource()));

const told = new Map<string, ComparedNews>();
const open = (key: string, source: MaskSource, at: ComparedSource['at'] = null) =>
  tab.masks.openCompared(key, { source, at }, (news) => void told.set(key, news));
const openBoth = () => Promise.all([open('a', mine), open('b', theirs)]);
const onSlice = async (pair = PAIR, gridSlice = 1) => {
  const on = await tab.masks.comparedOn(pair, { gridSlice });
  return on && [on.a, on.b].map((mask) => mask.reduce((sum, bit) => sum + bit, 0));
};

describe('two segmentations that are compared', () => {
  it('are in the worker beside those that are drawn on, and say when they change [CMP-10]', async () => {
    expect(await openBoth()).toMatchObject([
      { isHere: true, segments: [{ segment: PART, voxels: 24 }] },
      { isHere: true, segments: [{ segment: ZONE, voxels: 24 }] },
    ]);
    const shapes = await tab.masks.comparedShapes(PAIR);
    if (!shapes.ok) throw new Error(shapes.why);
    expect(compareMasks(shapes.a, shapes.b, shapes.space).voxels).toEqual({ onlyA: 8, onlyB: 8, both: 16 });
    expect(await onSlice()).toEqual([24, 24]);
    expect(await onSlice(PAIR, 0)).toEqual([0, 0]);
    expect(await onSlice(PAIR, 9)).toBeNull();
    await other.masks.draw(theirs.segmentation, ZONE, box(1, [4, 2, 4, 5], false), []);
    await vi.waitFor(() => expect(told.get('b')).toMatchObject({ segments: [{ voxels: 20 }] }));
    expect(await onSlice()).toEqual([24, 20]);
    // Closing what is drawn on ends nothing here, and the other way round.
    tab.masks.closeMask(mine.segmentation);
    expect(await onSlice()).toEqual([24, 20]);
    tab.masks.closeCompared('b');
    expect(await onSlice()).toBeNull();
    expect(await tab.masks.comparedShapes(PAIR)).toEqual({ ok: false, why: 'closed' });
  });

  it('may be a segmentation and the label map of a model [CMP-26]', async () => {
    const space = voxelSpaceOf(mine.grid)!;
    const isInBox = (column: number, row: number, slice: number) => slice === 1 && column >= 4 && column <= 9 && row >= 2 && row <= 5;
    const made = { ...{ name: 'Part', value: 7, colour: '#ffffff' }, bits: bitsWhere(space.size, isInBox) };
    const { nifti } = writeLabelMaps([made], space).files[0]!;
    const labels = { nifti, segments: [{ segment: '7', value: 7 }] };
    await open('a', mine);
    expect(await tab.masks.openCompared('b', { source: mine, at: null, labels }, () => undefined)).toEqual({
      ...{ isHere: true, segments: [{ segment: '7', version: 0, voxels: 24 }] },
    });
    expect(await onSlice({ ...PAIR, b: { key: 'b', segment: '7' } })).toEqual([24, 24]);
    const shapes = await tab.masks.comparedShapes({ ...PAIR, b: { key: 'b', segment: '7' } });
    if (!shapes.ok) throw new Error(shapes.why);
    expect(compareMasks(shapes.a, shapes.b, shapes.space).voxels).toEqual({ onlyA: 8, onlyB: 8, both: 16 });
    const none = { ...labels, nifti: nifti.slice(0, 100) };
    expect(await tab.masks.openCompared('b', { source: mine, at: null, labels: none }, () => undefined)).toEqual({ noMask: 'damaged' });
  });

  it('may be two states of one segmentation [CMP-10]', async () => {
    const history = await tab.masks.historyOf(mine.segmentation, 10);
    await tab.masks.draw(mine.segmentation, PART, box(1, [8, 2, 8, 5]), []);
    await open('a', mine);
    expect(await open('b', mine, { action: history!.actions[0]!.action })).toMatchObject({ isHere: true, segments: [{ voxels: 24 }] });
    expect(await onSlice({ ...PAIR, b: { key: 'b', segment: PART } })).toEqual([28, 24]);
    expect(await open('b', mine, { number: 3 })).toEqual({ isHere: false, segments: [] });
    expect(await tab.masks.comparedShapes({ ...PAIR, b: { key: 'b', segment: PART } })).toEqual({ ok: false, why: 'closed' });
  });

  it('on other slices are resampled only if somebody agrees, and refused in other coordinates or without a volume [CMP-11]', async () => {
    const fine = straightGrid(40, 36, 4);
    const moved = { ...fine, slices: fine.slices.map((slice, at) => ({ ...slice, position: [1, 0, at * 3] as [number, number, number] })) };
    await begin(newMaskSource(), { ...newMaskSource(moved), gridHash: 'b'.repeat(64) });
    await openBoth();
    expect(await tab.masks.comparedShapes(PAIR)).toEqual({ ok: false, why: 'not-asked' });
    expect(await onSlice()).toBeNull();
    expect(await tab.masks.comparedShapes({ ...PAIR, resample: true })).toMatchObject({ ok: true, isResampled: true, isCut: false });
    expect(await onSlice({ ...PAIR, resample: true })).toEqual([24, 24]);

    const elsewhere = { ...moved, planes: moved.planes.map((plane) => ({ ...plane, frameOfReference: '1.3' })) };
    await begin(newMaskSource(), { ...newMaskSource(elsewhere), gridHash: 'c'.repeat(64) });
    await openBoth();
    expect(await tab.masks.comparedShapes({ ...PAIR, resample: true })).toEqual({ ok: false, why: 'frame-of-reference' });

    const gap = { ...fine, step: null, noVolume: 'spacing' as const };
    await begin(newMaskSource(), { ...newMaskSource(gap), gridHash: 'd'.repeat(64) });
    await openBoth();
    expect(await tab.masks.comparedShapes({ ...PAIR, resample: true })).toEqual({ ok: false, why: 'no-volume' });

    await begin(newMaskSource(gap), newMaskSource(gap));
    await openBoth();
    expect(await tab.masks.comparedShapes(PAIR)).toMatchObject({ ok: true, space: null, isResampled: false });
    expect(await onSlice()).toEqual([24, 24]);
  });
});

describe('what several agree on', () => {
  it('is stored as one action that can be undone, after its segments are [CMP-12]', async () => {
    await openBoth();
    await open('c', mine);
    const to = newMaskSource();
    const made = crypto.randomUUID();
    const votes = [PAIR.a, PAIR.b, { key: 'c', segment: PART }];
    let stored = 0;
    const before = async (): Promise<void> =>
      void (stored = await tab.db.maskOperations.where('segmentation').equals(to.segmentation).count());
    const agreed = { to, segments: [{ segment: made, votes }], atLeast: 2 };
    expect(await tab.masks.storeAgreed(agreed, before)).toEqual({ ok: true });
    expect(stored).toBe(0);
    const result = new MaskDevice({ userId: 1, device, server: new MaskServer(), source: to });
    await result.open();
    expect(await result.voxels(made, 1)).toHaveLength(24);
    expect(await result.masks.historyOf(to.segmentation, 5)).toMatchObject({ actions: [{ kind: 'draw', tool: 'majority' }] });
    await result.masks.undo(to.segmentation, []);
    expect(await result.voxels(made, 1)).toEqual([]);
  });

  it('is nothing where a segmentation without the segment votes against it, or another grid is asked, and then nothing is made [CMP-12]', async () => {
    await openBoth();
    const before = vi.fn<() => Promise<void>>();
    const ask = (to: MaskSource, votes: readonly ({ key: string; segment: string } | null)[]) =>
      tab.masks.storeAgreed({ to, segments: [{ segment: crypto.randomUUID(), votes }], atLeast: 2 }, before);
    expect(await ask(newMaskSource(), [PAIR.a, null])).toEqual({ ok: false, why: 'empty' });
    expect(await ask({ ...newMaskSource(), gridHash: 'e'.repeat(64) }, [PAIR.a, PAIR.b])).toEqual({ ok: false, why: 'other-grid' });
    expect(await ask(newMaskSource(), [PAIR.a, { key: 'gone', segment: ZONE }])).toEqual({ ok: false, why: 'closed' });
    expect(before).not.toHaveBeenCalled();
  });
});
