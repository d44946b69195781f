import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunnableModel } from '#contract/ai/models.ts';
import { createMaskStore, type MaskStore } from '#features/annotator/masks/mask-store.ts';
import { TestMasks, testSource } from '#features/annotator/masks/test-masks.ts';
import type { Clicks } from '#workers/inference/handle.ts';
import type { Bits, Click, Corrected, OpenedClicks, PageClicks } from '#workers/inference/types.ts';
import { clickModelsFor, type ClickModel } from './click-models.ts';
import type { ModelFile } from '#features/annotator/model-file.ts';
import { ClickStore } from './click-store.ts';
import { openOnDevice } from './device-clicks.ts';
import { CLICK_TEXTS, problemText } from './click-texts.ts';

const SIDE = 8;
const SOURCE = testSource(SIDE);
const IMAGE = {
  ok: true,
  image: { space: { size: [8, 8, 3], origin: [0, 0, 0], steps: [[1, 0, 0], [0, 1, 0], [0, 0, 2]] }, samples: new Int16Array(192), slope: 1, intercept: 0 },
} as const; // prettier-ignore

function version(
  uuid: string,
  about: { acquisition?: string | null; clicks?: true; channels?: number; state?: 'withdrawn' } = {},
): RunnableModel {
  const { acquisition = null, channels = 4 } = about;
  const channel = (name: string) => ({ name, acquisition, normalisation: { kind: 'image' } });
  const manifest = {
    channels: Array.from({ length: channels }, (_, at) => channel(`${at}`)),
    ...('clicks' in about ? {} : { clicks: true }),
  };
  return {
    model: { id: 1, name: `Clicks ${uuid}`, code: uuid, structure_id: null },
    version: { uuid, number: 1, state: about.state ?? 'ready', manifest, sha256: `sha ${uuid}` },
    rules: [],
  } as unknown as RunnableModel;
}

/** Sets or clears the clicked voxel. */
class TestClicks implements Clicks {
  static readonly all: TestClicks[] = [];
  readonly opened: PageClicks[] = [];
  readonly asked: Click[][] = [];
  isEnded = false;
  constructor() {
    TestClicks.all.push(this);
  }
  async open(request: PageClicks): Promise<OpenedClicks> {
    this.opened.push(request);
    return opening;
  }
  async correct(mask: Bits, clicks: readonly Click[]): Promise<Corrected> {
    this.asked.push([...clicks]);
    await wait;
    if (refusing) return { ok: false, why: 'model', detail: 'no numbers' };
    const { place: [column, row, slice], isInside } = clicks.at(-1)!; // prettier-ignore
    const words = new Uint32Array(Array.from(mask.blocks.get(0) ?? new Uint32Array(1024)));
    const word = row + 32 * slice;
    words[word] = isInside ? words[word]! | (1 << column) : words[word]! & ~(1 << column);
    return { ok: true, mask: { size: mask.size, blocks: new Map([[0, words]]) } };
  }
  end(): void {
    this.isEnded = true;
  }
}

let [masks, store, clicks]: [TestMasks, MaskStore, ClickStore] = [] as never;
let [opening, loaded, refusing, wait]: [OpenedClicks, ModelFile, boolean, Promise<void>] = [] as never;
const loadModel = vi.fn(async (wanted: ClickModel['version']): Promise<ModelFile> => (wanted.sha256 === '' ? loaded : loaded));
const opens: string[] = [];
const drawn = vi.fn<() => void>();

beforeEach(async () => {
  TestClicks.all.length = 0;
  opens.length = 0;
  loadModel.mockClear();
  drawn.mockClear();
  [opening, loaded, refusing, wait] = [{ ok: true, unlike: [] }, { ok: true, bytes: new Uint8Array(3) }, false, Promise.resolve()];
  masks = new TestMasks();
  masks.image = { ...IMAGE };
  store = createMaskStore(masks, () => undefined);
  store.whenDrawn(drawn);
  store.know(
    ['inner', 'outer'].map((uuid, sort) => ({ uuid, sort, title: uuid, color: '#112233', waits: null })),
    true,
  );
  await store.open({ source: SOURCE, series: 'mr', seriesId: 7 });
  clicks = new ClickStore({
    masks: store,
    open: (mask, model, where) => {
      opens.push(`${where} ${mask.source.segmentation}`);
      return where === 'worker'
        ? Promise.resolve({ ok: false, why: 'no-worker' })
        : openOnDevice({ masks: store, loadModel, createClicks: () => new TestClicks() }, model);
    },
  });
  clicks.know(clickModelsFor([version('a'), version('b')], 'T2W'));
});

const click = (column: number, isOther = false) => clicks.click([column, 1, 1], isOther);
const corners = () => clicks.over('key', { slice: 1 }).flatMap(({ lines }) => lines).length;

describe('which models correct a series by clicks [AI-96]', () => {
  it('take one image, are not withdrawn, and ask for no other acquisition', () => {
    const models = [
      ...[version('any'), version('t2', { acquisition: 'T2W' }), version('dwi', { acquisition: 'DWI' })],
      ...[version('two', { channels: 5 }), version('old', { state: 'withdrawn' })],
    ];
    const { manifest: { clicks: _, ...segmenting }, ...rest } = version('segments').version; // prettier-ignore
    models.push({ ...version('segments'), version: { ...rest, manifest: segmenting } });
    expect(clickModelsFor(models, 'T2W').map((one) => one.version.uuid)).toEqual(['any', 't2']);
    expect(clickModelsFor(models, null).map((one) => one.version.uuid)).toEqual(['any']);
  });
});

describe('clicks on a segment [AI-96]', () => {
  it('load the model once, are shown as a proposal, and store nothing', async () => {
    await click(2);
    await click(5);
    const [session] = TestClicks.all;
    expect([TestClicks.all.length, loadModel.mock.calls.length, session!.opened.length]).toEqual([1, 1, 1]);
    expect(session!.opened[0]).toMatchObject({ modelSha256: 'sha a', channels: [IMAGE.image] });
    expect(session!.asked.map((all) => all.length)).toEqual([1, 2]);
    expect(clicks.over('key', { slice: 1 })).toMatchObject([{ segment: 'inner', colour: '#112233', isPreview: true }]);
    expect([corners(), clicks.read().status]).toEqual([2, 'idle']);
    expect(clicks.over('other', { slice: 0 })).toEqual([]);
    expect(masks.gestures).toEqual([]);
  });

  it('are taken as one action of the segment, which can be undone', async () => {
    await click(2);
    await click(5);
    await clicks.accept();
    expect(masks.gestures.map(({ segment, gesture }) => [segment, gesture.tool])).toEqual([['inner', 'clicks']]);
    expect([masks.voxels('inner'), clicks.hasPending(), corners()]).toEqual([2, false, 0]);
    expect(drawn).toHaveBeenCalledOnce();
    store.undo();
    await vi.waitFor(() => expect(masks.voxels('inner')).toBe(0));
    // The next one begins from what is drawn by then.
    await click(3);
    await clicks.accept();
    expect(masks.voxels('inner')).toBe(1);
    expect(TestClicks.all.length).toBe(1);
  });

  it('say the other thing with Alt, or when that is chosen', async () => {
    await click(2);
    await click(2, true);
    clicks.setOutside(true);
    await click(3);
    await click(3, true);
    expect(TestClicks.all[0]!.asked.at(-1)!.map(({ isInside }) => isInside)).toEqual([true, false, false, true]);
  });

  it('are taken back one by one, or all at once', async () => {
    await click(2);
    await click(5);
    clicks.undo();
    expect([corners(), clicks.read().clicks.length]).toEqual([1, 1]);
    clicks.undo();
    expect([corners(), clicks.hasPending()]).toEqual([0, false]);
    await click(2);
    clicks.discard();
    await clicks.accept();
    expect([clicks.hasPending(), masks.gestures]).toEqual([false, []]);
  });

  it('that are refused when they are accepted stay, with the reason', async () => {
    await click(2);
    masks.refuses = 'no-room';
    await clicks.accept();
    expect([clicks.hasPending(), clicks.read().problem]).toEqual([true, 'This device is full. Nothing was drawn.']);
    masks.refuses = null;
    await clicks.accept();
    expect([clicks.hasPending(), clicks.read().problem, masks.voxels('inner')]).toEqual([false, null, 1]);
  });

  it('are forgotten with the segment, also one that is being answered', async () => {
    await click(2);
    store.choose('outer');
    expect(clicks.hasPending()).toBe(false);
    let go = (): void => undefined;
    wait = new Promise((resolve) => (go = resolve));
    const answered = click(4);
    await vi.waitFor(() => expect(clicks.read().status).toBe('computing'));
    store.choose('inner');
    go();
    await answered;
    expect([clicks.hasPending(), clicks.read().status]).toEqual([false, 'idle']);
  });

  it('are answered by another worker when the one before was ended while it computed', async () => {
    wait = new Promise(() => undefined);
    void click(2);
    await vi.waitFor(() => expect(TestClicks.all[0]?.asked.length).toBe(1));
    clicks.choose('b');
    wait = Promise.resolve();
    await click(3);
    expect([TestClicks.all.length, clicks.hasPending()]).toEqual([2, true]);
  });

  it('end their worker with the mask, with another model, and when the tool is put away', async () => {
    await click(2);
    clicks.rest();
    expect(TestClicks.all[0]!.isEnded).toBe(false);
    clicks.discard();
    clicks.rest();
    expect(TestClicks.all[0]!.isEnded).toBe(true);
    await click(2);
    clicks.choose('b');
    expect([TestClicks.all[1]!.isEnded, clicks.hasPending()]).toEqual([true, false]);
    await click(2);
    expect(TestClicks.all[2]!.opened[0]).toMatchObject({ modelSha256: 'sha b' });
    store.close();
    expect([TestClicks.all[2]!.isEnded, clicks.hasPending()]).toEqual([true, false]);
  });
});

describe('what keeps a click from being answered is said [AI-96]', () => {
  const said = async (place = 2): Promise<string | null> => {
    await click(place);
    expect([clicks.read().status, clicks.hasPending()]).toEqual(['idle', false]);
    return clicks.read().problem;
  };

  it.each([
    ['offline', 'offline'],
    ['failed', 'not-loaded'],
  ] as const)('the model: %s', async (why, shown) => {
    loaded = { ok: false, why };
    expect(await said()).toBe(problemText(shown));
    loaded = { ok: true, bytes: new Uint8Array(3) };
    await click(2);
    expect([clicks.read().problem, clicks.hasPending()]).toEqual([null, true]);
  });

  it.each(['no-runtime', 'model-changed'] as const)('what runs it: %s', async (why) => {
    opening = { ok: false, why };
    expect(await said()).toBe(problemText(why));
    expect(TestClicks.all[0]!.isEnded).toBe(true);
  });

  it('the series, the place, and the model itself', async () => {
    masks.image = { ok: false, why: 'no-values' };
    expect(await said()).toBe(problemText('no-values'));
    masks.image = { ...IMAGE };
    expect(await said(SIDE)).toBe(problemText('beyond'));
    refusing = true;
    expect(await said()).toBe(problemText('model'));
  });

  it('a worker that breaks, and another one is begun', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    wait = Promise.reject(new Error('broke'));
    expect(await said()).toBe(problemText('failed'));
    expect([reported.mock.calls.length, TestClicks.all[0]!.isEnded]).toEqual([1, true]);
    wait = Promise.resolve();
    await click(2);
    expect([TestClicks.all.length, clicks.hasPending()]).toEqual([2, true]);
    vi.unstubAllGlobals();
  });

  it('a worker that is not there, and this device can be chosen again [AI-99]', async () => {
    await click(2);
    clicks.answerOn('worker');
    expect([TestClicks.all[0]!.isEnded, clicks.hasPending()]).toEqual([true, false]);
    expect(await said()).toBe(problemText('no-worker'));
    clicks.answerOn('device');
    expect(clicks.read().problem).toBeNull();
    await click(2);
    expect([opens, clicks.hasPending()]).toEqual([['device zones', 'worker zones', 'device zones'], true]);
  });

  it('without a model nothing is computed', async () => {
    clicks.know([]);
    await click(2);
    expect([TestClicks.all.length, clicks.read().chosen]).toEqual([0, null]);
    expect(CLICK_TEXTS.noModel).toMatch(/\.$/);
  });
});
