import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMaskStore, type MaskStore, type Target } from '#features/annotator/masks/mask-store.ts';
import { TestMasks, testSource } from '#features/annotator/masks/test-masks.ts';
import type { Scribbles } from '#workers/scribbles/handle.ts';
import type { OnScribbledPart, ScribbleAnswer, ScribbledImage, ScribbleRequest } from '#workers/scribbles/types.ts';
import { ScribbleStore } from './scribble-store.ts';
import { factsText, problemText, strokesText } from './scribble-texts.ts';

const SIDE = 8;
const SOURCE = testSource(SIDE);
const SPACE = { size: [8, 8, 3], origin: [0, 0, 0], steps: [[1, 0, 0], [0, 1, 0], [0, 0, 2]] } as const; // prettier-ignore
const BOX = { from: [0, 0, 0], to: [7, 7, 2] } as const;
const FACTS = { box: BOX, steps: [1, 1, 1], inside: 8, outside: 8 } as const;
/** Columns 0 to 3 of a slice. */
const HALF = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => (at % SIDE < 4 ? 1 : 0));

/** Finds the left half of each slice: first the one that is looked at. */
class TestScribbles implements Scribbles {
  static readonly all: TestScribbles[] = [];
  readonly opened: ScribbledImage[] = [];
  readonly asked: ScribbleRequest[] = [];
  readonly told: (readonly number[] | null)[] = [];
  isEnded = false;
  constructor() {
    TestScribbles.all.push(this);
  }
  async open(image: ScribbledImage): Promise<void> {
    this.opened.push(image);
  }
  async compute(request: ScribbleRequest, looked: readonly number[], tell: OnScribbledPart): Promise<ScribbleAnswer> {
    this.asked.push(request);
    if (answering !== null) return answering;
    for (const [at, slice] of [looked[0]!, 0, 2].entries()) {
      const part = { facts: FACTS, slices: [{ slice, mask: HALF.slice() }], done: at + 1, total: 3 };
      const next = await tell(part);
      this.told.push(next);
      await wait(at);
      if (next === null) return { ok: true, isWhole: false };
    }
    return { ok: true, isWhole: true };
  }
  end(): void {
    this.isEnded = true;
  }
}

let [masks, store, scribbles]: [TestMasks, MaskStore, ScribbleStore] = [] as never;
let answering: ScribbleAnswer | null = null;
let wait: (part: number) => Promise<void> = async () => undefined;

beforeEach(async () => {
  TestScribbles.all.length = 0;
  [answering, wait] = [null, async () => undefined];
  masks = new TestMasks();
  masks.image = { ok: true, image: { space: SPACE, samples: new Int16Array(192), slope: 1, intercept: 0 } };
  store = createMaskStore(masks, () => undefined);
  store.know(
    ['inner', 'outer'].map((uuid, sort) => ({ uuid, sort, title: uuid, color: '#112233', waits: null })),
    true,
  );
  await store.open({ source: SOURCE, series: 'mr', seriesId: 7 });
  scribbles = new ScribbleStore({ masks: store, createScribbles: () => new TestScribbles(), visible: () => [1] });
});

const TARGET = { where: { slice: 1 }, toVoxel: ({ x, y }: { x: number; y: number }) => [x, y, 1] } as unknown as Target;

function stroke(column: number, isOther = false, target = TARGET): void {
  scribbles.begin(target, { x: column, y: 1 }, isOther);
  scribbles.extend([{ x: column, y: 6 }]);
  scribbles.finish();
}
const isDone = () => vi.waitFor(() => expect(scribbles.read().status).toBe('done'));
async function both(): Promise<void> {
  stroke(1);
  stroke(6, true);
  await isDone();
}
const shown = () => scribbles.over('key', { slice: 1 });

describe('strokes [SCRIB-04]', () => {
  it('say the chosen thing, and the other one with Alt', () => {
    stroke(1);
    stroke(2, true);
    scribbles.setOutside(true);
    stroke(3);
    stroke(4, true);
    expect(scribbles.read().strokes.map(({ isInside }) => isInside)).toEqual([true, false, false, true]);
    expect(scribbles.read().strokes[0]).toEqual({ isInside: true, widthMm: 2, on: 'slice', path: [[1, 1, 1], [1, 6, 1]] }); // prettier-ignore
  });

  it('keep their width, are in space on a plane, and are forgotten by Escape', () => {
    scribbles.step(1);
    stroke(1, false, { ...TARGET, where: { plane: {} } } as unknown as Target);
    expect(scribbles.read().strokes).toMatchObject([{ widthMm: 2.5, on: 'space' }]);
    scribbles.setWidth(99);
    expect(scribbles.read().widthMm).toBe(20);
    scribbles.begin(TARGET, { x: 1, y: 1 }, false);
    expect(scribbles.read().live).toMatchObject({ path: [[1, 1, 1]] });
    scribbles.drop();
    scribbles.finish();
    expect([scribbles.read().live, scribbles.read().strokes.length]).toEqual([null, 1]);
  });

  it('of one kind compute nothing', () => {
    stroke(1);
    expect([scribbles.read().status, TestScribbles.all.length]).toEqual(['idle', 0]);
    expect(strokesText(1, 0)).toBe('1 stroke inside, 0 outside. Draw one outside, too.');
  });

  it('belong to their segment, and are there again when it is chosen again', async () => {
    await both();
    store.choose('outer');
    expect([scribbles.read().strokes, shown()]).toEqual([[], []]);
    store.choose('inner');
    await isDone();
    expect([scribbles.read().strokes.length, shown().length]).toEqual([2, 1]);
    store.close();
    expect([scribbles.read().strokes, TestScribbles.all[0]!.isEnded]).toEqual([[], true]);
  });
});

describe('what strokes find [SCRIB-04, SCRIB-05]', () => {
  it('is shown as a proposal slice by slice, and stores nothing', async () => {
    let go = (): void => undefined;
    wait = (part) => (part === 0 ? new Promise((resolve) => (go = resolve)) : Promise.resolve());
    stroke(1);
    stroke(6, true);
    await vi.waitFor(() => expect(scribbles.read().progress).toEqual({ done: 1, total: 3 }));
    expect(scribbles.read()).toMatchObject({ status: 'computing', facts: FACTS });
    expect(scribbles.read().visibleMs).toBeGreaterThanOrEqual(0);
    expect(shown()).toMatchObject([{ segment: 'inner', colour: '#112233', isPreview: true, isFilled: true }]);
    expect(scribbles.over('other', { slice: 0 })).toEqual([]);
    await scribbles.accept();
    go();
    await isDone();
    expect(scribbles.over('other', { slice: 0 }).length).toBe(1);
    expect([masks.gestures, TestScribbles.all[0]!.opened.length]).toEqual([[], 1]);
    expect(factsText(FACTS, SPACE)).toBe('From 8 voxels inside and 8 outside, in 8 × 8 × 6 mm, at 1.0 × 1.0 × 2.0 mm.');
  });

  it('is computed anew with each stroke, and only the newest is shown', async () => {
    let go = (): void => undefined;
    wait = () => new Promise((resolve) => (go = resolve));
    stroke(1);
    stroke(6, true);
    await vi.waitFor(() => expect(TestScribbles.all[0]?.told.length).toBe(1));
    wait = async () => undefined;
    stroke(2);
    stroke(3);
    go();
    await isDone();
    const [session] = TestScribbles.all;
    expect(session!.asked.map((each) => each.scribbles.length)).toEqual([2, 4]);
    expect(session!.told).toContain(null);
    scribbles.undo();
    await isDone();
    scribbles.setRegion('whole');
    await isDone();
    expect(session!.asked.slice(2)).toMatchObject([{ region: 'near' }, { region: 'whole' }]);
    expect(session!.asked[2]!.scribbles.length).toBe(3);
  });

  it('is taken as one action of the segment: what is drawn stays, but for what was scribbled as outside', async () => {
    await both();
    await scribbles.accept();
    expect(masks.gestures.map(({ segment, gesture }) => [segment, gesture.tool])).toEqual([['inner', 'scribbles']]);
    expect([masks.voxels('inner'), scribbles.read().strokes, shown()]).toEqual([3 * 32, [], []]);
    stroke(6);
    stroke(1, true);
    await isDone();
    await scribbles.accept();
    // A disc of 2 mm covers three columns of six rows, and a row at each end.
    expect(masks.voxels('inner')).toBe(3 * 32 - 20);
    store.undo();
    await vi.waitFor(() => expect(masks.voxels('inner')).toBe(3 * 32));
  });

  it('replaces the segment where that is chosen', async () => {
    const path = [[7, 7, 1]] as const;
    const dab = { tool: 'paint', brush: { shape: { kind: 'disc', axis: 2 }, radiusMm: 0.1 }, path, within: null } as const;
    await masks.draw('zones', 'inner', dab, []);
    await both();
    await scribbles.accept();
    expect(masks.voxels('inner')).toBe(3 * 32 + 1);
    scribbles.setHow('replace');
    await both();
    await scribbles.accept();
    expect(masks.voxels('inner')).toBe(3 * 32);
  });

  it('stays with the reason if it is refused, and a locked segment does not change', async () => {
    await both();
    store.setFlags({ locked: new Set(['inner']), hidden: new Set() });
    await scribbles.accept();
    expect([scribbles.read().strokes.length, scribbles.read().problem, masks.voxels('inner')]).toEqual([
      2,
      'A locked segment would have changed. Nothing was changed.',
      0,
    ]);
  });

  it('goes with the strokes, and memory is returned when the tool is put away', async () => {
    await both();
    scribbles.rest();
    expect(TestScribbles.all[0]!.isEnded).toBe(false);
    scribbles.discard();
    expect([scribbles.read().status, shown()]).toEqual(['idle', []]);
    scribbles.rest();
    expect(TestScribbles.all[0]!.isEnded).toBe(true);
    await both();
    scribbles.end();
    expect(TestScribbles.all.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  it.each([
    ['the tool is put away', () => scribbles.rest()],
    ['another segmentation is opened', () => void store.open({ source: { ...SOURCE }, series: 'mr', seriesId: 8 })],
  ])('is found by another worker when the one before was ended while it computed: %s', async (_, end) => {
    wait = () => new Promise(() => undefined);
    stroke(1);
    stroke(6, true);
    await vi.waitFor(() => expect(TestScribbles.all[0]?.told.length).toBe(1));
    scribbles.discard();
    end();
    await vi.waitFor(() => expect([TestScribbles.all[0]!.isEnded, store.read().status]).toEqual([true, 'open']));
    wait = async () => undefined;
    await both();
    expect([TestScribbles.all.length, shown().length]).toEqual([2, 1]);
  });

  it.each(['few', 'one-kind'] as const)('is nothing, with the reason: %s', async (why) => {
    answering = { ok: false, why };
    stroke(1);
    stroke(6, true);
    await vi.waitFor(() => expect(scribbles.read()).toMatchObject({ status: 'idle', problem: problemText(why) }));
    expect(shown()).toEqual([]);
  });

  it.each(['no-values', 'no-volume', 'too-large'] as const)('is nothing, because of the series: %s', async (why) => {
    masks.image = { ok: false, why };
    stroke(1);
    stroke(6, true);
    await vi.waitFor(() => expect(scribbles.read().problem).toBe(problemText(why)));
  });

  it('is nothing when the worker breaks, and the next stroke begins another one', async () => {
    const reported = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', reported);
    wait = async () => {
      throw new Error('broke');
    };
    stroke(1);
    stroke(6, true);
    await vi.waitFor(() => expect(scribbles.read().problem).toBe(problemText('failed')));
    wait = async () => undefined;
    stroke(2);
    await isDone();
    expect([reported.mock.calls.length, TestScribbles.all.map(({ isEnded }) => isEnded)]).toEqual([1, [true, false]]);
    vi.unstubAllGlobals();
  });
});
