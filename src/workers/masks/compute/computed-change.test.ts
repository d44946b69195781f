import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { SeriesOfMask } from '#workers/masks/study-masks.ts';
import type { MaskSource } from '#workers/masks/types.ts';
import { box, MaskDevice, newMaskSource, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import type { Computation, Previewed } from './computation.ts';

const [ANN, BOB] = [1, 2];
const [A, B] = [crypto.randomUUID(), crypto.randomUUID()];
const [COLUMNS, ROWS, SLICES] = [40, 36, 4];
const VOXEL_ML = 0.012;

let server: MaskServer;
let source: MaskSource;
let series: SeriesOfMask;
beforeEach(() => {
  server = new MaskServer();
  source = newMaskSource(straightGrid(COLUMNS, ROWS, SLICES));
  // Stored in the opposite order. Columns 10 to 12 of rows 5 and 6 are 200, all else is 100 and more by column; one slice has another slope, as those of PET.
  series = {
    grid: { hash: source.gridHash, slices: [3, 2, 1, 0] },
    nameOf: async () => null,
    valuesOf: async (slice) =>
      Array.from({ length: COLUMNS * ROWS }, (_, at) => {
        const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
        return (column >= 10 && column <= 12 && row >= 5 && row <= 6 ? 200 : 100 + (column % 2)) * (slice === 0 ? 2 : 1);
      }),
    rescaleOf: async (slice) => ({ slope: slice === 0 ? 0.5 : 1, intercept: 0 }),
  };
});

async function opened(userId: number, on = nextUser()): Promise<MaskDevice> {
  const made = new MaskDevice({ userId, device: on, server, source }, series);
  expect(await made.open()).toMatchObject({ segmentation: source.segmentation });
  return made;
}
const compute = ({ masks }: MaskDevice, what: Computation, locked: string[] = [], segment = A) =>
  masks.draw(source.segmentation, segment, { tool: 'compute', what }, locked);
const draw = ({ masks }: MaskDevice, ...boxes: Parameters<typeof box>[]) =>
  boxes.reduce<Promise<unknown>>((all, each) => all.then(() => masks.draw(source.segmentation, A, box(...each), [])), Promise.resolve());
/** On a slice of the grid. */
const at = (device: MaskDevice, slice: number, segment = A) => device.voxels(segment, SLICES - 1 - slice);
const undo = ({ masks }: MaskDevice) => masks.undo(source.segmentation, []);
const redo = ({ masks }: MaskDevice) => masks.redo(source.segmentation, []);
const changed = (set: number, cleared = 0) => ({ ok: true, changed: { set, cleared } });
const soon = vi.waitFor;
const BRIGHT: Previewed & { do: 'threshold' } = { do: 'threshold', range: { low: 150, high: 250 }, slice: null };
const PATCH = ['10,5', '11,5', '12,5', '10,6', '11,6', '12,6'];
const noVolume = (): void => void (source = { ...source, grid: { ...source.grid, step: null, noVolume: 'gap' } });

describe('a threshold [MASK-112]', () => {
  it('sets the values of a range in the unit of the series, on all slices or on one', async () => {
    const ann = await opened(ANN);
    expect(await compute(ann, { ...BRIGHT, slice: 1 })).toEqual(changed(6));
    expect([await at(ann, 3), await at(ann, 1)]).toEqual([[], PATCH]);
    expect(await compute(ann, BRIGHT)).toEqual(changed(18));
    for (const slice of [0, 1, 2, 3]) expect(await at(ann, slice)).toEqual(PATCH);
    expect(await compute(ann, BRIGHT)).toEqual(changed(0));
    expect(ann.news.unsent).toBe(2);
  });

  it('is refused while values are missing, and works where slices make no volume', async () => {
    noVolume();
    const ann = await opened(ANN);
    expect(await compute(ann, BRIGHT)).toEqual(changed(24));
    const { valuesOf } = series;
    series.valuesOf = async (slice) => (slice === 2 ? null : valuesOf(slice));
    expect(await compute(ann, { ...BRIGHT, range: { low: 0, high: 250 } })).toEqual({ ok: false, why: 'no-values' });
    expect(await compute(ann, { ...BRIGHT, slice: 4 })).toEqual({ ok: false, why: 'no-place' });
    expect(ann.news.unsent).toBe(1);
  });

  it('is shown on a slice before it is done, and nothing is stored [MASK-113]', async () => {
    const ann = await opened(ANN);
    const preview = await ann.masks.previewOf(source.segmentation, BRIGHT, { slice: 2 });
    expect(preview).toMatchObject({ ok: true, shown: { width: COLUMNS, height: ROWS } });
    expect((preview as { shown: { mask: Uint8Array } }).shown.mask.reduce((sum, bit) => sum + bit)).toBe(6);
    expect([ann.news.unsent, await at(ann, 1)]).toEqual([0, []]);
    const elsewhere = await ann.masks.previewOf(source.segmentation, { ...BRIGHT, slice: 0 }, { slice: 0 });
    expect(elsewhere).toEqual({ ok: true, shown: null });
  });
});

describe('a share of the maximum [PET-11]', () => {
  const SHARE: Previewed & { do: 'share-of-max' } = { do: 'share-of-max', seed: [14, 5, 3], withinMm: 5, share: 0.6, mostMl: 1e6 };

  it('is what touches the largest value around a voxel, and has at least so much of it', async () => {
    const ann = await opened(ANN);
    expect(await compute(ann, SHARE)).toEqual(changed(24));
    expect(await at(ann, 3)).toEqual(PATCH);
    await undo(ann);
    // Half of 200 is 100, which everything has.
    expect(await compute(ann, { ...SHARE, share: 0.5 })).toEqual(changed(COLUMNS * ROWS * SLICES));
  });

  it('looks for the maximum within a distance', async () => {
    const ann = await opened(ANN);
    // Of 100 and 101 beside it, the second is the maximum, and only its column has all of it.
    expect(await compute(ann, { ...SHARE, seed: [16, 20, 3], withinMm: 2.5, share: 1 })).toEqual(changed(ROWS * SLICES));
    expect(await compute(ann, { ...SHARE, seed: [16, 20, 3], withinMm: 0, share: 1 })).toEqual(changed((COLUMNS - 1) * ROWS * SLICES));
  });

  it('is not distracted by voxels without a value', async () => {
    const ann = await opened(ANN);
    const { valuesOf } = series;
    series.valuesOf = async (slice) => Array.from((await valuesOf(slice))!, (value, at) => (at % COLUMNS === 13 ? Number.NaN : value));
    expect(await compute(ann, SHARE)).toEqual(changed(24));
    series.valuesOf = async () => new Float32Array(COLUMNS * ROWS).fill(Number.NaN);
    expect(await compute(ann, SHARE)).toEqual({ ok: false, why: 'not-positive' });
  });

  it('is refused where there is no value above 0, beyond the grid, and where it is larger than its limit', async () => {
    const ann = await opened(ANN);
    expect(await compute(ann, { ...SHARE, seed: [40, 5, 3] })).toEqual({ ok: false, why: 'no-place' });
    expect(await compute(ann, { ...SHARE, mostMl: 23 * VOXEL_ML })).toEqual({ ok: false, why: 'over-limit' });
    series.rescaleOf = async () => ({ slope: -1, intercept: 0 });
    expect(await compute(ann, SHARE)).toEqual({ ok: false, why: 'not-positive' });
    expect(ann.news.unsent).toBe(0);
  });

  it('is shown before it is done', async () => {
    const ann = await opened(ANN);
    const preview = await ann.masks.previewOf(source.segmentation, SHARE, { slice: 0 });
    expect((preview as { shown: { mask: Uint8Array } }).shown.mask.reduce((all, bit) => all + bit, 0)).toBe(6);
  });
});

describe('a region [MASK-114]', () => {
  it('is refused once it is larger than its limit, and nothing is drawn', async () => {
    const ann = await opened(ANN);
    const ml = 24 * VOXEL_ML;
    const within = (mostMl: number) => compute(ann, { do: 'region', seed: [11, 5, 3], tolerance: 20, mostMl });
    expect(await within(ml - VOXEL_ML)).toEqual({ ok: false, why: 'over-limit' });
    expect(ann.news.segments).toEqual([]);
    expect(await within(ml)).toEqual(changed(24));
  });

  it('is what touches a voxel and differs from its value by the tolerance at most', async () => {
    const ann = await opened(ANN);
    expect(await compute(ann, { do: 'region', seed: [11, 5, 3], tolerance: 20, mostMl: 1e6 })).toEqual(changed(24));
    expect(await at(ann, 3)).toEqual(PATCH);
    await undo(ann);
    expect(await compute(ann, { do: 'region', seed: [11, 5, 3], tolerance: 100, mostMl: 1e6 })).toEqual(changed(COLUMNS * ROWS * SLICES));
    await undo(ann);
    // Columns of odd numbers are not reached.
    expect(await compute(ann, { do: 'region', seed: [0, 0, 0], tolerance: 0, mostMl: 1e6 })).toEqual(changed(ROWS * SLICES));
  });

  it('is refused beyond the grid, and where slices make no volume', async () => {
    const ann = await opened(ANN);
    const place = { do: 'region', seed: [40, 5, 3], tolerance: 20, mostMl: 1e6 } as const;
    expect(await compute(ann, place)).toEqual({ ok: false, why: 'no-place' });
    expect(await ann.masks.previewOf(source.segmentation, place, { slice: 0 })).toEqual({ ok: false, why: 'no-place' });
    noVolume();
    expect(await compute(await opened(ANN), { ...place, seed: [11, 5, 3] })).toEqual({ ok: false, why: 'no-volume' });
  });

  it('is shown on any slice and plane before it is done [MASK-113]', async () => {
    const ann = await opened(ANN);
    const region = { do: 'region', seed: [11, 5, 3], tolerance: 20, mostMl: 1e6 } as const;
    const sum = async (where: Parameters<MaskDevice['masks']['previewOf']>[2]) => {
      const preview = await ann.masks.previewOf(source.segmentation, region, where);
      return (preview as { shown: { mask: Uint8Array } }).shown.mask.reduce((all, bit) => all + bit, 0);
    };
    expect([await sum({ slice: 0 }), await sum({ slice: 3 })]).toEqual([6, 6]);
    // Coronal, through row 5, a pixel for each voxel.
    expect(await sum({ plane: { width: 40, height: 4, origin: [0, 10, 0], right: [2, 0, 0], below: [0, 0, 3] } })).toBe(12);
  });
});

describe('what is drawn is changed [MASK-115]', () => {
  it('is filled between drawn slices', async () => {
    const ann = await opened(ANN);
    await draw(ann, [0, [5, 5, 14, 14]], [3, [5, 5, 14, 14]]);
    expect(await compute(ann, { do: 'fill-between' })).toEqual(changed(200));
    expect(await at(ann, 1)).toEqual(await at(ann, 0));
  });

  it('grows, shrinks and is smoothed by mm', async () => {
    const ann = await opened(ANN);
    await draw(ann, [1, [10, 10, 10, 10]]);
    expect(await compute(ann, { do: 'grow', mm: 2 })).toEqual(changed(4));
    expect(await at(ann, 1)).toEqual(['10,9', '9,10', '10,10', '11,10', '10,11']);
    expect(await compute(ann, { do: 'shrink', mm: 2 })).toEqual(changed(0, 4));
    for (const slice of [0, 1, 2, 3]) await draw(ann, [slice, [5, 5, 30, 30]], [slice, [31, 18, 33, 18]]);
    expect(await compute(ann, { do: 'smooth', mm: 4 })).toMatchObject({ ok: true, changed: { cleared: expect.any(Number) } });
    expect(await at(ann, 1)).not.toContain('33,18');
    expect(await at(ann, 1)).toContain('20,20');
  });

  it('has its holes filled, in space or on each slice', async () => {
    const ann = await opened(ANN);
    await draw(ann, [1, [5, 5, 9, 9]], [1, [7, 7, 7, 7], false]);
    // Open to the slices above and below.
    expect(await compute(ann, { do: 'fill-holes', in: 'volume' })).toEqual(changed(0));
    expect(await compute(ann, { do: 'fill-holes', in: 'slices' })).toEqual(changed(1));
  });

  it('keeps its largest island, or those of a volume', async () => {
    const ann = await opened(ANN);
    const islands: Parameters<typeof box>[] = [
      [0, [0, 0, 9, 9]],
      [0, [20, 0, 24, 4]],
      [0, [20, 20, 20, 20]],
    ];
    await draw(ann, ...islands);
    // 25 voxels of 12 µl are 0.3 ml.
    expect(await compute(ann, { do: 'remove-small', ml: 0.3 })).toEqual(changed(0, 1));
    expect(await compute(ann, { do: 'keep-largest' })).toEqual(changed(0, 25));
    expect(ann.news.segments).toMatchObject([{ voxels: 100 }]);
  });

  it('is copied to another slice, and keeps what is there', async () => {
    const ann = await opened(ANN);
    await draw(ann, [1, [5, 5, 6, 5]], [2, [0, 0, 0, 0]]);
    expect(await compute(ann, { do: 'copy-slice', from: 1, to: 2 })).toEqual(changed(2));
    expect(await at(ann, 2)).toEqual(['0,0', '5,5', '6,5']);
    expect(await compute(ann, { do: 'copy-slice', from: 3, to: 4 })).toEqual({ ok: false, why: 'no-place' });
  });

  it('is combined with another segment, which stays as it is', async () => {
    const ann = await opened(ANN);
    await draw(ann, [0, [0, 0, 3, 0]]);
    await ann.masks.draw(source.segmentation, B, box(0, [2, 0, 5, 0]), []);
    const voxels = async (how: 'union' | 'intersection' | 'without') => {
      await compute(ann, { do: 'combine', with: B, how });
      const found = (await at(ann, 0)).join(' ');
      await undo(ann);
      return found;
    };
    expect([await voxels('union'), await voxels('intersection'), await voxels('without')]).toEqual([
      '0,0 1,0 2,0 3,0 4,0 5,0',
      '2,0 3,0',
      '0,0 1,0',
    ]);
    expect(await at(ann, 0, B)).toEqual(['2,0', '3,0', '4,0', '5,0']);
  });

  it('is refused where slices make no volume, unless slices are enough [MASK-116]', async () => {
    noVolume();
    const ann = await opened(ANN);
    await draw(ann, [1, [5, 5, 9, 9]], [1, [7, 7, 7, 7], false]);
    const need: Computation[] = [
      ...(['smooth', 'grow', 'shrink'] as const).map((each) => ({ do: each, mm: 2 })),
      ...[{ do: 'fill-between' } as const, { do: 'keep-largest' } as const, { do: 'remove-small', ml: 1 } as const],
      { do: 'fill-holes', in: 'volume' },
    ];
    for (const what of need) expect(await compute(ann, what)).toEqual({ ok: false, why: 'no-volume' });
    expect(await compute(ann, { do: 'fill-holes', in: 'slices' })).toEqual(changed(1));
    expect(await compute(ann, { do: 'copy-slice', from: 1, to: 0 })).toEqual(changed(25));
  });

  it('is refused where the segment spans too many voxels, and nothing is drawn [MASK-116]', async () => {
    source = { ...source, grid: straightGrid(1024, 1024, 64) };
    const ann = await opened(ANN);
    await draw(ann, [0, [0, 0, 0, 0]], [63, [1023, 1023, 1023, 1023]]);
    expect(await compute(ann, { do: 'grow', mm: 2 })).toEqual({ ok: false, why: 'too-large' });
    expect(ann.news.unsent).toBe(2);
  });
});

describe('locked and exclusive segments [MASK-117]', () => {
  it('are respected by what is computed', async () => {
    source = { ...source, isExclusive: true };
    const ann = await opened(ANN);
    await ann.masks.draw(source.segmentation, B, box(0, [10, 5, 10, 6]), []);
    expect(await compute(ann, BRIGHT, [A])).toEqual({ ok: false, why: 'locked' });
    expect(await compute(ann, { ...BRIGHT, slice: 0 }, [B])).toEqual({ ...changed(4), spared: 2 });
    expect(await at(ann, 0, B)).toEqual(['10,5', '10,6']);
    expect(await compute(ann, { ...BRIGHT, slice: 0 })).toEqual(changed(2));
    expect(await at(ann, 0, B)).toEqual([]);
  });
});

describe('a correction by clicks [AI-96]', () => {
  it('is one bulk operation, only of what it changes, and others keep what they have drawn since', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, [1, [5, 5, 9, 5]]);
    await ann.send();
    await bob.receive();
    const bits = async (): Promise<Bits> => (await ann.masks.shapeOf(source.segmentation, A))!.bits;
    const before = await bits();
    await draw(ann, [1, [9, 5, 9, 5], false], [1, [10, 5, 10, 5]]);
    const after = await bits();
    await undo(ann);
    await undo(ann);
    await bob.masks.draw(source.segmentation, A, box(1, [20, 20, 20, 20]), []);
    await bob.send();
    await ann.receive();
    await soon(async () => expect(await at(ann, 1)).toContain('20,20'));
    const correct = (locked: string[] = []) => ann.masks.draw(source.segmentation, A, { tool: 'clicks', before, after }, locked);
    expect(await correct([A])).toEqual({ ok: false, why: 'locked' });
    expect(await correct()).toEqual(changed(1, 1));
    expect(await at(ann, 1)).toEqual(['5,5', '6,5', '7,5', '8,5', '10,5', '20,20']);
    expect(await correct()).toEqual(changed(0));
    await ann.send();
    expect(server.all.at(-1)!.kind).toBe('bulk');
    await undo(ann);
    expect(await at(ann, 1)).toEqual(['5,5', '6,5', '7,5', '8,5', '9,5', '20,20']);
  });

  it('has the values of the series for a model, in the order of the grid', async () => {
    const ann = await opened(ANN);
    const found = await ann.masks.imageOf(source.segmentation);
    if (!found.ok) throw new Error(found.why);
    const { samples, space } = found.image;
    expect([space.size, samples.length]).toEqual([[COLUMNS, ROWS, SLICES], COLUMNS * ROWS * SLICES]);
    for (const slice of [0, 3]) expect([...samples.slice((slice * ROWS + 5) * COLUMNS + 9).slice(0, 4)]).toEqual([101, 200, 200, 200]);
    expect(await ann.masks.imageOf('another')).toEqual({ ok: false, why: 'closed' });
  });
});

describe('a bulk operation [MASK-110]', () => {
  it('is undone and redone, and is there after a reload [MASK-111]', async () => {
    const on = nextUser();
    const ann = await opened(ANN, on);
    await compute(ann, BRIGHT);
    await undo(ann);
    expect([await at(ann, 2), ann.news.canRedo]).toEqual([[], true]);
    await redo(ann);
    expect(await at(ann, 2)).toEqual(PATCH);
    ann.close();
    const again = await opened(ANN, on);
    expect(await at(again, 2)).toEqual(PATCH);
    await undo(again);
    expect(await at(again, 2)).toEqual([]);
  });

  it('arrives at others with all that it needs', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await compute(ann, BRIGHT);
    await ann.send();
    await bob.receive();
    await soon(async () => expect(await at(bob, 3)).toEqual(PATCH));
    expect(server.all.map(({ kind }) => kind)).toEqual(['bulk']);
  });

  it('that is damaged is not shown [MASK-83]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await compute(ann, BRIGHT);
    await ann.send();
    const [{ bytes }] = server.all as unknown as [{ bytes: string }];
    server.append(ANN, [{ ...server.all[0]!, uuid: crypto.randomUUID(), bytes: bytes.slice(0, -8) }]);
    await bob.receive();
    await soon(async () => expect(await draw(bob, [0, [0, 0, 1, 1]])).toEqual({ ok: false, why: 'closed' }));
  });

  it('with a conflict is a proposal of which nothing is written, until its author takes all of it [MASK-111]', async () => {
    const { ann, bob, conflict } = await proposed();
    expect(conflict).toMatchObject({ segment: A, voxels: 1, isProposal: true });
    expect(await ann.masks.settle(source.segmentation, conflict.uuid, 'take', [])).toEqual({ ok: true });
    expect([await at(ann, 0), await at(ann, 3), ann.news.conflicts]).toEqual([PATCH, PATCH, []]);
    await ann.send();
    await bob.receive();
    await soon(async () => expect(await at(bob, 0)).toEqual(PATCH));
    await undo(ann);
    expect([await at(ann, 0), ann.news.conflicts.length]).toEqual([PATCH.slice(1), 1]);
  });

  it('with a conflict is left [MASK-111]', async () => {
    const { ann, conflict } = await proposed();
    await ann.masks.settle(source.segmentation, conflict.uuid, 'leave', []);
    expect([await at(ann, 3), ann.news.conflicts]).toEqual([[], []]);
  });

  /** Ann has computed where Bob had erased meanwhile. */
  async function proposed() {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await compute(ann, { ...BRIGHT, slice: 0 });
    await ann.send();
    await bob.receive();
    await soon(async () => expect(await at(bob, 0)).toEqual(PATCH));
    await draw(bob, [0, [10, 5, 10, 5], false]);
    await bob.send();
    await compute(ann, BRIGHT);
    await ann.send();
    await ann.receive();
    await bob.receive();
    for (const each of [ann, bob]) await soon(async () => expect(await at(each, 0)).toEqual(PATCH.slice(1)));
    await soon(() => expect(ann.news.conflicts).toHaveLength(1));
    return { ann, bob, conflict: ann.news.conflicts[0]! };
  }

  it('of a cleared segment does not come back', async () => {
    const ann = await opened(ANN);
    await compute(ann, BRIGHT);
    await compute(ann, { do: 'shrink', mm: 2 });
    await ann.send();
    const head = { action: crypto.randomUUID(), base: 2, grid: source.gridHash, withdraws: [], bytes: '' };
    const [{ device, tab }] = server.all as unknown as [{ device: string; tab: string }];
    server.append(BOB, [{ ...head, uuid: crypto.randomUUID(), kind: 'clear', segment: A, device, tab }]);
    await ann.receive();
    await undo(ann);
    await soon(() => expect(ann.news.segments.find(({ uuid }) => uuid === A)?.voxels ?? 0).toBe(0));
  });

  it('that does not fit into a call is refused, and nothing is drawn [MASK-116]', async () => {
    source = { ...source, grid: straightGrid(512, 512, 40) };
    let seed = 1;
    const noise = Uint8Array.from({ length: 512 * 513 }, () => (seed = (seed * 48271) % 2147483647) & 1);
    series = { ...series, grid: { hash: source.gridHash, slices: Array.from({ length: 40 }, (_, at) => at) } };
    series.valuesOf = async (slice) => noise.subarray(slice * 11);
    series.rescaleOf = async () => ({ slope: 1, intercept: 0 });
    const ann = await opened(ANN);
    expect(await compute(ann, { do: 'threshold', range: { low: 1, high: 1 }, slice: null })).toEqual({ ok: false, why: 'too-much' });
    expect([ann.news.unsent, await ann.db.maskOperations.count()]).toEqual([0, 0]);
  });
});
