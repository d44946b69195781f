import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunnableModel } from '#contract/ai/models.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';
import type { PageInference, PageInferenceResult } from '#workers/inference/handle.ts';
import { DeviceRuns, type DeviceOffer } from './device-runs.ts';
import { ProposalStore } from './proposal-store.ts';

const NIFTI_HEADER_BYTES = 352;
const space = { size: [2, 1, 1], origin: [0, 0, 0], steps: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] } as const; // prettier-ignore
const FOUND: PageInferenceResult = {
  ok: true,
  labels: Uint8Array.of(0, 3),
  summary: {
    ...{ engine: 'trees', modelSha256: 'h', training: null, size: [2, 1, 1], peakBytes: 9, meanEntropy: 0.2 },
    classes: [{ value: 3, title: 'Head', voxels: 1, ml: 0.001 }],
    unlike: ([0, 1] as const).map((axis) => ({ in: 'spacing' as const, axis, found: 9, least: 1, most: 2 })),
    seconds: { load: 1, prepare: 1, run: 2, finish: 0 },
  },
};

const modelOf = (uuid: string): RunnableModel =>
  ({
    model: { id: 7, name: 'Hippocampus', code: 'h', structure_id: 1 },
    version: {
      ...{ uuid, number: 2, sha256: 'h', manifest: { trainedOn: { patients: 5 } } },
      report: { mean: { foreground: 0.8 }, heldOut: [{ part: 'validation' }, { part: 'test' }, { part: 'test' }] },
    },
    rules: [],
  }) as unknown as RunnableModel;

const offerOf = (uuid: string, channels = ['series']): DeviceOffer => ({ model: modelOf(uuid), channels });

let proposed: { proposal: ShownProposal; labels: Uint8Array }[];
let asked: PageInference[];
let answer: () => Promise<PageInferenceResult>;
let here: Set<string>;
let fraction: (at: number) => void;
let runs: DeviceRuns;

beforeEach(() => {
  [proposed, asked, here] = [[], [], new Set(['a', 'b'])];
  answer = async () => FOUND;
  runs = new DeviceRuns({
    imageOf: async (series) => ({
      frame: series === 'moved' ? '1.3' : '1.2',
      whole:
        series === 'gone'
          ? { ok: false, why: 'not-read' }
          : { ok: true, image: { space, samples: Int16Array.of(series.length, 2), slope: 1, intercept: 0 } },
    }),
    modelFile: async ({ uuid }) => (here.has(uuid) ? { ok: true, bytes: new Uint8Array(4) } : { ok: false, why: 'offline' }),
    isHere: async ({ uuid }) => here.has(uuid),
    infer: (request, { signal, onProgress }) => {
      asked.push(request);
      fraction = onProgress;
      return Promise.race([answer(), new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))]);
    },
    propose: (proposal, labels) => void proposed.push({ proposal, labels }),
  });
});

describe('a model on this device', () => {
  it('proposes like the server: who it is, how good it is, and what is unusual [AI-81, AI-82, AI-87]', async () => {
    await runs.run(offerOf('a'));
    expect(asked).toMatchObject([{ modelSha256: 'h', channels: [{ space, samples: Int16Array.of(6, 2) }] }]);
    const { proposal, labels } = proposed[0]!;
    expect(proposal).toMatchObject({
      ...{ id: -1, series: 'series', onDevice: true, decided: [] },
      model: { id: 7, name: 'Hippocampus', version: 'a', number: 2, dice: 0.8, held_out: 2, learned_from: 5, withdrawn: false },
      summary: { classes: [{ value: 3, title: 'Head', voxels: 1 }], entropy: 0.2, unlike: ['spacing'], seconds: 4 },
    });
    expect([...gunzipSync(labels).subarray(NIFTI_HEADER_BYTES)]).toEqual([0, 3]);
    expect(runs.read()).toMatchObject({ running: null, trouble: null });
  });

  it('reads a series for each channel, and proposes on the first [AI-87]', async () => {
    await runs.run(offerOf('a', ['t2', 'adc']));
    expect(asked).toMatchObject([{ channels: [{ samples: Int16Array.of(2, 2) }, { samples: Int16Array.of(3, 2) }] }]);
    expect(proposed).toMatchObject([{ proposal: { series: 't2' } }]);
    await runs.run(offerOf('b', ['t2', 'gone']));
    expect(runs.read().trouble).toBe('not-read');
    await runs.run(offerOf('b', ['t2', 'moved']));
    expect(runs.read().trouble).toBe('other-frame');
  });

  it('says how far it is, and is cancelled without a word [AI-100]', async () => {
    answer = () => new Promise(() => undefined);
    const ended = runs.run(offerOf('a'));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    fraction(0.4);
    expect(runs.read().running).toMatchObject({ name: 'Hippocampus', series: 'series', fraction: 0.4 });
    runs.cancel();
    await ended;
    expect(runs.read()).toMatchObject({ running: null, trouble: null });
    expect(proposed).toEqual([]);
  });

  it('says why it has proposed nothing [AI-87]', async () => {
    await runs.run(offerOf('elsewhere'));
    expect(runs.read().trouble).toBe('offline');
    answer = async () => ({ ok: false, why: 'too-large', neededBytes: 9, mostBytes: 1 });
    await runs.run(offerOf('a'));
    expect(runs.read().trouble).toBe('too-large');
  });

  it('proposes by itself once, one after the other, and only with what is here [AI-87]', async () => {
    const all = ['a', 'elsewhere', 'b'].map((uuid) => offerOf(uuid));
    await Promise.all([runs.runByItself(all), runs.runByItself(all)]);
    await runs.runByItself(all);
    expect(proposed.map(({ proposal }) => proposal.model.version)).toEqual(['a', 'b']);
    expect(runs.read().trouble).toBeNull();
  });
});

describe('a proposal of this device', () => {
  it('stands before those of the server, and what is decided about it is not sent [AI-87]', async () => {
    await runs.run(offerOf('a'));
    const saved: unknown[] = [];
    const store = new ProposalStore({
      fetchLabels: async () => ({ ok: false, why: 'offline' }),
      readLabelMap: async () => ({ ok: true, space, labels: Uint8Array.of(0, 3) }) as never,
      saveDecision: async (decision) => void saved.push(decision),
    });
    const ofServer = { ...proposed[0]!.proposal, id: 5, onDevice: undefined } as unknown as ShownProposal;
    store.know([ofServer]);
    expect(store.read().chosen).toBe(5);
    store.show(true);
    await vi.waitFor(() => expect(store.read().status).toBe('offline'));
    store.propose(proposed[0]!.proposal, proposed[0]!.labels);
    await vi.waitFor(() => expect(store.read().status).toBe('shown'));
    expect(store.read()).toMatchObject({ chosen: -1, current: 3 });
    expect(store.bytes).toBe(proposed[0]!.labels);
    const decided = { value: 3, decision: 'refused', dice: null, by: 'Eva' } as const;
    await store.decide(store.proposal!, decided);
    expect(saved).toEqual([]);
    expect(store.proposal!.decided).toEqual([{ ...decided, waits: false }]);
    expect(store.read().current).toBeNull();
    store.know([ofServer]);
    expect(store.read().list!.map(({ id }) => id)).toEqual([-1, 5]);
    await store.decide(ofServer, decided);
    expect(saved).toEqual([{ infer: 5, value: 3, decision: 'refused', dice: null }]);
  });
});
