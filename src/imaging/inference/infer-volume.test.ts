import { describe, expect, it } from 'vitest';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { inferenceImage } from '#tests/fixtures/inference-image.ts';
import { NODE_ENGINES, nodeNetwork } from '#tests/fixtures/node-onnx.ts';
import { seededValues, smallNetwork, SMALL_MANIFEST } from '#tests/fixtures/small-network.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { ModelFault, type EngineLoaders, type LoadedEngine } from './engine.ts';
import { inferVolume, type InferencePorts, type InferenceRequest, type InferenceResult } from './infer-volume.ts';
import reference from './reference.json' with { type: 'json' };

const request = (more: Partial<InferenceRequest> = {}): InferenceRequest => ({
  ...{ manifest: SMALL_MANIFEST, model: smallNetwork(), modelSha256: 'ab', channels: [inferenceImage()], mostBytes: 1e9 },
  ...more,
});

function infer(more: Partial<InferenceRequest> = {}, ports: Partial<InferencePorts> = {}): Promise<InferenceResult> {
  let ms = 0;
  return inferVolume(request(more), {
    ...{ engines: NODE_ENGINES, signal: new AbortController().signal, progress: () => undefined, now: () => (ms += 500) },
    ...ports,
  });
}

async function labelsOf(more: Partial<InferenceRequest> = {}) {
  const result = await infer(more);
  if (!result.ok) throw new Error(result.why);
  return result;
}

const expected = Uint8Array.from(reference.runs.flatMap(([value, length]) => Array.from({ length: length! }, () => value!)));

function dice(a: Uint8Array, b: Uint8Array, value: number): number {
  const [inA, inB] = [a, b].map((labels) => labels.filter((label) => label === value).length) as [number, number];
  return (2 * a.filter((label, at) => label === value && b[at] === value).length) / (inA + inB);
}

describe('a model is run as PyTorch and numpy run it', () => {
  it('patch by patch: logits within 0.001 [AI-30]', async () => {
    const network = await nodeNetwork(smallNetwork());
    const logits = await network.runPatch(seededValues(5, 8 * 12 * 16), [1, 8, 12, 16]);
    expect(logits).toHaveLength(reference.logits.length);
    expect(Math.max(...logits.map((value, at) => Math.abs(value - reference.logits[at]!)))).toBeLessThan(1e-3);
    await network.end();
  });

  it('a whole image: labels, entropy and summary [AI-30][AI-31]', async () => {
    const { labels, summary } = await labelsOf();
    for (const value of [1, 7]) expect(dice(labels, expected, value)).toBeGreaterThan(0.999);
    expect(summary.size).toEqual(reference.size);
    expect(summary.meanEntropy).toBeCloseTo(reference.entropy, 3);
    const voxelMl = (1.3 * 1.1 * 1.7) / 1000;
    expect(summary).toMatchObject({
      ...{ engine: 'onnx', modelSha256: 'ab', training: null, unlike: [] },
      classes: [1, 7].map((value) => {
        const voxels = labels.filter((label) => label === value).length;
        return { value, voxels, ml: expect.closeTo(voxels * voxelMl, 9) };
      }),
      seconds: { load: 0.5, prepare: 0.5, run: 0.5, finish: 0.5 },
    });
  });
});

describe('the grid of a series', () => {
  /** The same image, its axes in another order and direction. */
  function turned(order: readonly [number, number, number], flips: readonly [boolean, boolean, boolean]) {
    const { space, samples, ...rest } = inferenceImage();
    const size = order.map((axis) => space.size[axis as 0 | 1 | 2]) as unknown as VoxelSpace['size'];
    const origin: [number, number, number] = [...space.origin];
    const steps = order.map((axis, place) => {
      const step = space.steps[axis as 0 | 1 | 2];
      if (!flips[place]) return step;
      for (const side of [0, 1, 2] as const) origin[side] += step[side] * (size[place]! - 1);
      return step.map((each) => 0 - each) as unknown as VoxelSpace['origin'];
    }) as unknown as VoxelSpace['steps'];
    const place = new Int32Array(samples.length);
    for (let at = 0; at < place.length; at += 1) {
      const voxel = [at % size[0], Math.floor(at / size[0]) % size[1], Math.floor(at / size[0] / size[1])];
      const from = [0, 0, 0];
      order.forEach((axis, each) => (from[axis] = flips[each] ? size[each]! - 1 - voxel[each]! : voxel[each]!));
      place[at] = (from[2]! * space.size[1] + from[1]!) * space.size[0] + from[0]!;
    }
    return { image: { ...rest, space: { size, origin, steps }, samples: Int16Array.from(place, (from) => samples[from]!) }, place };
  }

  it.each<[string, [number, number, number], [boolean, boolean, boolean]]>([
    ['from the feet', [0, 1, 2], [false, false, true]],
    ['sagittal', [1, 2, 0], [false, false, false]],
    ['coronal, to the right', [0, 2, 1], [true, false, true]],
  ])('may be stored in any order: %s [AI-32]', async (_, order, flips) => {
    const { image, place } = turned(order, flips);
    const [straight, other] = [await labelsOf(), await labelsOf({ channels: [image] })];
    expect(other.labels).toEqual(Uint8Array.from(place, (from) => straight.labels[from]!));
  });

  it('has values of the modality, by slope and intercept [AI-32]', async () => {
    const { samples, ...image } = inferenceImage();
    const stored = { ...image, samples: samples.map((value) => value + 1024), slope: 3, intercept: -3072 };
    const manifest: ModelManifest = {
      ...SMALL_MANIFEST,
      channels: [{ name: 'CT', acquisition: null, normalisation: { kind: 'values', low: 0, high: 2100, mean: 900, deviation: 600 } }],
    };
    const plain = { ...image, samples: samples.map((value) => value * 3) };
    expect((await labelsOf({ manifest, channels: [stored] })).labels).toEqual((await labelsOf({ manifest, channels: [plain] })).labels);
  });

  it('of a second channel may be another one: it is found by its position in the patient [AI-32]', async () => {
    const seen: Float32Array[][] = [];
    const engines = fixedEngine((channels) => void seen.push([...channels]));
    const normalisation = { kind: 'values', low: -1e6, high: 1e6, mean: 0, deviation: 1000 } as const;
    const channel = { name: 'x', acquisition: null, normalisation };
    const manifest: ModelManifest = { ...SMALL_MANIFEST, engine: 'trees', channels: [channel, channel], spacing: [1.3, 1.1, 1.7] };
    const { image } = turned([1, 2, 0], [true, false, true]);
    const stored = { ...image, samples: image.samples.map((value) => value * 2 - 20), slope: 0.5, intercept: 10 };
    await infer({ manifest, channels: [inferenceImage(), stored] }, { engines });
    const [first, second] = seen[0] as [Float32Array, Float32Array];
    expect(Math.max(...first.map((value, at) => Math.abs(value - second[at]!)))).toBeLessThan(1e-5);
    expect(new Set(first).size).toBeGreaterThan(100);
  });
});

/** Answers with the first class where the first channel is positive. */
function fixedEngine(look: (channels: readonly Float32Array[]) => void, more: Partial<LoadedEngine> = {}): EngineLoaders {
  const engine: LoadedEngine = {
    async run({ channels }) {
      look(channels);
      const [first] = channels as [Float32Array];
      const whole = new Float32Array(3 * first.length);
      first.forEach((value, at) => (whole[(value > 0 ? 1 : 0) * first.length + at] = 1));
      return whole;
    },
    peakBytes: () => 0,
    end: async () => undefined,
    ...more,
  };
  return { onnx: null, trees: async () => engine };
}

describe('an engine of another kind', () => {
  const manifest: ModelManifest = { ...SMALL_MANIFEST, engine: 'trees', spacing: [1.3, 1.1, 1.7] };

  it('gives all values at once, and is ended [AI-33]', async () => {
    let ended = 0;
    const engines = fixedEngine(() => undefined, { end: async () => void (ended += 1) });
    const result = await infer({ manifest }, { engines });
    if (!result.ok) throw new Error(result.why);
    const { samples } = inferenceImage();
    const middle = samples.toSorted()[Math.floor(samples.length / 2)]!;
    // Where the image is much brighter than its middle, and nowhere where it is darker than most.
    samples.forEach((sample, at) => {
      if (sample > 600) expect(result.labels[at]).toBe(1);
      if (sample < middle - 100) expect(result.labels[at]).toBe(0);
    });
    expect([ended, result.summary.meanEntropy, result.summary.engine]).toEqual([1, 0, 'trees']);
  });

  it('is ended also when it fails [AI-33]', async () => {
    let ended = 0;
    const broken = { run: () => Promise.reject(new ModelFault('It is broken')), end: async () => void (ended += 1) };
    expect(await infer({ manifest }, { engines: fixedEngine(() => undefined, broken) })).toEqual({
      ...{ ok: false, why: 'model', detail: 'It is broken' },
    });
    expect(ended).toBe(1);
  });
});

describe('a model is not run', () => {
  it.each<[string, Partial<InferenceRequest>]>([
    ['no-engine', { manifest: { ...SMALL_MANIFEST, engine: 'trees' } }],
    ['channels', { channels: [inferenceImage(), inferenceImage()] }],
    ['patch', { manifest: { ...SMALL_MANIFEST, patch: [15, 12, 8] } }],
    ['model', { model: Uint8Array.of(1, 2, 3) }],
    ['model', { manifest: { ...SMALL_MANIFEST, classes: SMALL_MANIFEST.classes.slice(1) } }],
  ])('because of: %s [AI-34]', async (why, more) => {
    expect(await infer(more)).toMatchObject({ ok: false, why });
  });

  it('because it would need too much memory, which is known before anything is computed [AI-34]', async () => {
    const steps: string[] = [];
    const result = await infer({ mostBytes: 100_000 }, { progress: (_, step) => void steps.push(step) });
    expect(result).toMatchObject({ ok: false, why: 'too-large', mostBytes: 100_000 });
    expect(result).toHaveProperty('neededBytes', (await labelsOf()).summary.peakBytes);
    expect(steps).toEqual(['load']);
  });

  it('because it computes values that are no numbers [AI-34]', async () => {
    const channels = [{ ...inferenceImage(), slope: NaN }];
    expect(await infer({ channels })).toMatchObject({ ok: false, why: 'model', detail: 'The model computes values that are no numbers' });
  });

  it('any further after it was cancelled [AI-35]', async () => {
    const controller = new AbortController();
    const fractions: number[] = [];
    const progress = (fraction: number, step: string): void => {
      fractions.push(fraction);
      if (step === 'run' && fraction > 0.3) controller.abort();
    };
    await expect(infer({}, { signal: controller.signal, progress })).rejects.toThrow('cancelled');
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBeLessThan(0.6);
  });
});
