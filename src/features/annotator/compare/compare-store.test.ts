import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { compareMasks } from '#imaging/mask/compare/compare-masks.ts';
import { readPlane } from '#imaging/mask/bits/slices.ts';
import { gridSize, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { testSource } from '#features/annotator/masks/test-masks.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import type { ComparedNews, ComparedPair, ComparedShapes, ComparedSource, MaskComparisons } from '#workers/masks/types.ts';
import { CompareStore, type Side } from './compare-store.ts';

const SIDE = 12;
const { grid } = testSource(SIDE);
const columns = (from: number, to: number): Bits => bitsWhere(gridSize(grid), (column) => column >= from && column <= to);

/** What the worker has: a layer for each segment of a segmentation. */
class TestComparisons implements MaskComparisons {
  readonly layers = new Map<string, Map<string, Bits>>();
  readonly opened = new Map<string, { segmentation: string; onNews: (news: ComparedNews) => void }>();
  refuses: (ComparedShapes & { ok: false })['why'] | null = null;
  asked: string[] = [];
  labels: (ComparedSource['labels'] | null)[] = [];
  #version = 1;

  async openCompared(key: string, { source: { segmentation }, labels: asked }: ComparedSource, onNews: (news: ComparedNews) => void) {
    this.labels.push(asked ?? null);
    this.opened.set(key, { segmentation, onNews });
    return this.#news(segmentation);
  }

  closeCompared(key: string): void {
    this.opened.delete(key);
  }

  async comparedShapes(pair: ComparedPair): Promise<ComparedShapes> {
    this.asked.push(pair.a.segment);
    if (this.refuses !== null && !pair.resample) return { ok: false, why: this.refuses };
    return { ok: true, a: this.#bits(pair.a), b: this.#bits(pair.b), space: voxelSpaceOf(grid), isResampled: pair.resample, isCut: false };
  }

  async comparedOn(pair: ComparedPair) {
    const [a, b] = [this.#bits(pair.a), this.#bits(pair.b)].map((bits) => readPlane(bits, 2, 0));
    return { width: SIDE, height: SIDE, a: a!.mask, b: b!.mask };
  }

  async storeAgreed() {
    return { ok: true as const };
  }

  draw(segmentation: string, segment: string, bits: Bits): void {
    const layers = this.layers.get(segmentation) ?? new Map<string, Bits>();
    this.layers.set(segmentation, layers.set(segment, bits));
    this.#version += 1;
    for (const opened of this.opened.values()) if (opened.segmentation === segmentation) opened.onNews(this.#news(segmentation));
  }

  #bits({ key, segment }: ComparedPair['a']): Bits {
    return this.layers.get(this.opened.get(key)!.segmentation)?.get(segment) ?? emptyBits(gridSize(grid));
  }

  #news(segmentation: string): ComparedNews {
    const segments = [...(this.layers.get(segmentation) ?? [])].map(([segment]) => ({ segment, version: this.#version, voxels: 1 }));
    return { isHere: true, segments };
  }
}

const side = (name: string, titles: readonly string[]): Side => ({
  ...{ id: name, at: null, proposal: null, series: 'series', structure: 'liver', code: null },
  source: { ...testSource(SIDE), segmentation: name },
  segments: titles.map((title) => ({ uuid: `${name} ${title}`, title })),
});
const [ANN, BOB] = [side('ann', ['Whole', 'Zone']), side('bob', ['Zone', 'Whole', 'Cyst', 'Duct'])];

let masks: TestComparisons;
let store: CompareStore;
let ended: number;
let hangs: boolean;
let resume: (() => void) | null;
/** Label maps of models, by their number. */
let labels: Map<number, Uint8Array>;
beforeEach(() => {
  masks = new TestComparisons();
  [ended, hangs, resume] = [0, false, null];
  labels = new Map();
  store = new CompareStore({
    masks,
    createComparison: () => ({
      compare: (a, b, space) => (hangs ? new Promise(() => undefined) : Promise.resolve(compareMasks(a, b, space))),
      end: () => void (ended += 1),
    }),
    labelsOf: async (proposal) => {
      const bytes = labels.get(proposal);
      return bytes === undefined ? { ok: false, why: 'offline' } : { ok: true, bytes };
    },
    afterPause(call) {
      resume = call;
      return () => void (resume = null);
    },
  });
  masks.draw('ann', 'ann Whole', columns(0, 5));
  masks.draw('ann', 'ann Zone', columns(3, 3));
  masks.draw('bob', 'bob Whole', columns(2, 7));
  masks.draw('bob', 'bob Cyst', columns(9, 9));
});
const dices = () => store.read().rows.map(({ title, result }) => [title, result?.ok ? result.comparison.dice : (result?.why ?? null)]);
const areAll = (expected: unknown) => vi.waitFor(() => expect(dices()).toEqual(expected));

describe('two segmentations side by side [CMP-21]', () => {
  it('have a row for each segment that is drawn on either side, the same ones together', async () => {
    store.begin('ann');
    store.show(ANN, BOB, []);
    await areAll([
      ['Whole', 8 / 12],
      ['Zone', 0],
      ['Cyst', 0],
    ]);
    expect(store.read()).toMatchObject({ isOn: true, isShown: true, chosen: { a: 'ann', b: null }, selected: 'ann Whole bob Whole' });
    expect(store.read().rows[2]).toMatchObject({ a: null, b: 'bob Cyst' });
    expect(store.statusOf('ann')).toBe('open');
    store.end();
    expect(masks.opened.size).toBe(0);
    expect(store.read()).toMatchObject({ isOn: false, rows: [], a: null });
    expect(ended).toBe(1);
  });

  it('are computed again after a pause in drawing, and only what changed', async () => {
    store.show(ANN, BOB, []);
    await areAll([
      ['Whole', 8 / 12],
      ['Zone', 0],
      ['Cyst', 0],
    ]);
    masks.asked = [];
    masks.draw('bob', 'bob Whole', columns(0, 5));
    expect(masks.asked).toEqual([]);
    resume!();
    await areAll([
      ['Whole', 1],
      ['Zone', 0],
      ['Cyst', 0],
    ]);
    expect(masks.asked[0]).toBe('ann Whole');
  });

  it('begin with the row that is selected', async () => {
    store.show(ANN, BOB, []);
    store.select('ann Zone bob Zone');
    await areAll([
      ['Whole', 8 / 12],
      ['Zone', 0],
      ['Cyst', 0],
    ]);
    expect(masks.asked.indexOf('ann Zone')).toBeLessThanOrEqual(1);
    expect(store.read().selected).toBe('ann Zone bob Zone');
  });

  it('are no longer computed once others are compared: the worker is ended', async () => {
    hangs = true;
    store.show(ANN, BOB, []);
    await vi.waitFor(() => expect(masks.asked).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve));
    hangs = false;
    store.show(ANN, side('cora', ['Whole']), []);
    expect(ended).toBe(1);
    masks.draw('cora', 'cora Whole', columns(0, 5));
    await areAll([
      ['Whole', 1],
      ['Zone', 0],
    ]);
    expect([...masks.opened.values()].map(({ segmentation }) => segmentation).toSorted()).toEqual(['ann', 'cora']);
  });

  it('say why they cannot be compared, and are resampled only after somebody said so [CMP-11]', async () => {
    masks.refuses = 'not-asked';
    store.show(ANN, BOB, []);
    await areAll([
      ['Whole', 'not-asked'],
      ['Zone', 'not-asked'],
      ['Cyst', 'not-asked'],
    ]);
    store.setResample(true);
    await areAll([
      ['Whole', 8 / 12],
      ['Zone', 0],
      ['Cyst', 0],
    ]);
    expect(store.read().rows[0]!.result).toMatchObject({ isResampled: true });
    // Others are asked about again.
    store.show(ANN, side('cora', ['Whole']), []);
    expect(store.read().resample).toBe(false);
  });

  it('are as known when a mask cannot be opened', async () => {
    vi.spyOn(masks, 'openCompared').mockResolvedValueOnce({ noMask: 'damaged' } as never);
    store.show(ANN, BOB, []);
    await vi.waitFor(() => expect(store.statusOf('ann')).toBe('damaged'));
    expect(dices()).toEqual([
      ['Whole', null],
      ['Zone', null],
      ['Cyst', null],
    ]);
    expect(store.over(0, 'key', { gridSlice: 0 })).toBeNull();
  });
});

describe('the difference on a picture [CMP-24]', () => {
  const xs = (lines: readonly { points: ArrayLike<number> }[]): number[] =>
    lines.flatMap(({ points }) => Array.from(points).filter((_, at) => at % 2 === 0)).toSorted((a, b) => a - b);

  it('is what only one of both has, and the border of each; it changes with the row', async () => {
    store.show(ANN, BOB, []);
    await vi.waitFor(() => expect(store.over(0, 'key', { gridSlice: 0 })).not.toBeNull());
    const over = store.over(0, 'key', { gridSlice: 0 })!;
    expect([xs(over.onlyA)[0], xs(over.onlyA).at(-1)]).toEqual([-0.5, 1.5]);
    expect([xs(over.onlyB)[0], xs(over.onlyB).at(-1)]).toEqual([5.5, 7.5]);
    expect([xs(over.a).at(-1), xs(over.b)[0]]).toEqual([5.5, 1.5]);
    expect(store.over(0, 'key', { gridSlice: 0 })).toBe(over);
    store.select(' bob Cyst');
    expect(store.over(0, 'key', { gridSlice: 0 })).toBeNull();
    await vi.waitFor(() => expect(store.over(0, 'key', { gridSlice: 0 })).toMatchObject({ onlyA: [], a: [] }));
    expect(xs(store.over(0, 'key', { gridSlice: 0 })!.onlyB)[0]).toBe(8.5);
  });

  it('follows what is drawn', async () => {
    store.show(ANN, BOB, []);
    await vi.waitFor(() => expect(store.over(0, 'key', { gridSlice: 0 })).not.toBeNull());
    masks.draw('bob', 'bob Whole', columns(0, 5));
    await vi.waitFor(() => expect(store.over(0, 'key', { gridSlice: 0 })).toMatchObject({ onlyA: [], onlyB: [] }));
  });
});

describe('the result of a model', () => {
  const proposed: Side = { ...side('proposal 5', ['Whole']), proposal: 5, segments: [{ uuid: '2', title: 'Whole' }] };

  it('is compared as its label map, whose values are its segments [CMP-26]', async () => {
    labels.set(5, Uint8Array.of(1, 2));
    masks.draw('proposal 5', '2', columns(0, 4));
    store.show(ANN, proposed, []);
    await vi.waitFor(() => expect(store.read().rows.find(({ title }) => title === 'Whole')?.result).toMatchObject({ ok: true }));
    expect(masks.labels).toEqual([null, { nifti: Uint8Array.of(1, 2), segments: [{ segment: '2', value: 2 }] }]);
    expect(store.statusOf('proposal 5')).toBe('open');
  });

  it('that is not on the device says so without a connection [CMP-26]', async () => {
    store.show(ANN, proposed, []);
    await vi.waitFor(() => expect(store.statusOf('proposal 5')).toBe('offline'));
    expect(masks.labels).toEqual([null]);
  });
});
