import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { inferVolume } from '#imaging/inference/infer-volume.ts';
import { readChannel } from '#imaging/inference/nifti-channel.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { featureCount } from '#imaging/trees/features/compute-features.ts';
import { codingOf, writeCodes, type Forest } from '#imaging/trees/forest.ts';
import { forestToBytes } from '#imaging/trees/forest-bytes.ts';
import { balancedWeights, forestSettings, growTrees, joinTrees } from '#imaging/trees/grow-forest.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { inferenceImage } from '#tests/fixtures/inference-image.ts';
import { NODE_ENGINES } from '#tests/fixtures/node-onnx.ts';
import { seededValues, smallNetwork, SMALL_MANIFEST } from '#tests/fixtures/small-network.ts';
import { createInferenceRunner, type InferenceOrder, type InferenceSettings } from './inference-runner.ts';
import type { InferenceProgress } from './inference-run.ts';
import { isOnnxRuntimeHere } from './onnx-runtime.ts';

// Each run starts a process, which is slow on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 60_000 });

const model = smallNetwork();
const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const never = new AbortController().signal;

function channelFile(): Uint8Array {
  const { space, samples } = inferenceImage();
  const toRas = [-1, -1, 1];
  const sform = toRas.map((sign, side) => [...space.steps, space.origin].map((each) => sign * each[side as 0 | 1 | 2] + 0));
  return writeNifti({ dims: space.size, pixdim: [1.3, 1.1, 1.7], sform, voxel: (index) => samples[index]! });
}

/** One channel and two classes, learned from nothing. */
function someForest(): Forest {
  const [count, features] = [300, featureCount(1)];
  const columns = Array.from({ length: features }, (_, feature) => seededValues(feature, count));
  const codings = columns.map((values) => codingOf([values]));
  const coding = { low: Float32Array.from(codings, ({ low }) => low), scale: Float32Array.from(codings, ({ scale }) => scale) };
  const codes = new Uint8Array(count * features);
  columns.forEach((values, feature) => writeCodes(values, coding, feature, codes, feature, features));
  const samples = { count, features, codes, labels: Uint8Array.from({ length: count }, (_, at) => at % 3), classes: 3 };
  const grown = growTrees(samples, { ...forestSettings(features, 1), trees: 3 }, 0, 3);
  return joinTrees(grown, balancedWeights(samples), { channels: 1, coding, seed: 1, backgroundFactor: 1 });
}

const order = (more: Partial<InferenceOrder> = {}): InferenceOrder => ({
  manifest: SMALL_MANIFEST,
  model: createMemorySource(model),
  modelSha256: shaOf(model),
  channels: [createMemorySource(channelFile())],
  ...more,
});
const runner = (more: Partial<InferenceSettings> = {}) => createInferenceRunner({ threads: 1, memoryMb: 2_048, maxMs: 120_000, ...more });

async function here() {
  const ports = { engines: NODE_ENGINES, signal: never, progress: () => undefined, now: () => 0 };
  // Of the file: its steps are rounded to float32.
  const read = await readChannel(createMemorySource(channelFile()), 1e9);
  if (!read.ok) throw new Error(read.why);
  const request = { manifest: SMALL_MANIFEST, model, modelSha256: shaOf(model), channels: [read.image], mostBytes: 1024 ** 3 };
  const result = await inferVolume(request, ports);
  if (!result.ok) throw new Error(result.why);
  return result;
}

describe('a model on the server', () => {
  it('runs in a process of its own: a label map on the grid of the volume, a summary, and how far it is [AI-38]', async () => {
    const heard: InferenceProgress[] = [];
    const outcome = await runner().infer(order(), never, (progress) => heard.push(progress));
    if (!outcome.ok) throw new Error(outcome.why);
    const expected = await here();
    const read = await readNifti(createMemorySource(outcome.labels));
    if (!read.ok) throw new Error(read.why);
    expect(new Uint8Array(await read.voxels.read(352, expected.labels.length))).toEqual(expected.labels);
    const given = await readNifti(createMemorySource(channelFile()));
    expect(read.header.affine).toEqual(given.ok && given.header.affine);
    const { seconds, ...summary } = expected.summary;
    expect(outcome.summary).toMatchObject(summary);
    expect(Object.keys(outcome.summary.seconds)).toEqual(Object.keys(seconds));
    const fractions = heard.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toEqual({ fraction: 1, step: 'finish' });
  });

  it('takes a compressed volume [AI-38]', async () => {
    const outcome = await runner().infer(order({ channels: [createMemorySource(gzipSync(channelFile()))] }), never);
    expect(outcome).toMatchObject({ ok: true, summary: { classes: [{ value: 1 }, { value: 7 }] } });
  });

  it.each<[object, Partial<InferenceOrder>, Partial<InferenceSettings>?]>([
    [{ why: 'model-changed' }, { modelSha256: 'ab' }],
    [{ why: 'channel', channel: 0, reason: 'not-nifti' }, { channels: [createMemorySource(model)] }],
    [{ why: 'channels' }, { channels: [] }],
    [{ why: 'model', detail: 'The file is not a model of trees' }, { manifest: { ...SMALL_MANIFEST, engine: 'trees' } }],
    [
      { why: 'model', detail: 'The file of the model is refused: damaged' },
      { model: createMemorySource(new Uint8Array(9)), modelSha256: shaOf(new Uint8Array(9)) },
    ],
    [{ why: 'endless' }, {}, { maxMs: 1 }],
  ])('refuses by name: %o [AI-38]', async (expected, more, settings = {}) => {
    expect(await runner(settings).infer(order(more), never)).toMatchObject({ ok: false, ...expected });
  });

  it('says before it begins if it would need more than its memory [AI-34]', async () => {
    const manifest = {
      ...SMALL_MANIFEST,
      spacing: [0.05, 0.05, 0.05] as [number, number, number],
      patch: [64, 64, 64] as [number, number, number],
    };
    const outcome = await runner({ memoryMb: 512 }).infer(order({ manifest }), never);
    expect(outcome).toMatchObject({ ok: false, why: 'too-large', mostBytes: 256 * 1024 ** 2 });
  });

  it('ends with its process when it is cancelled, and with the error of a file that is gone [AI-35]', async () => {
    const controller = new AbortController();
    const running = runner().infer(order(), controller.signal, () => controller.abort(new Error('called off')));
    await expect(running).rejects.toThrow('called off');
    const gone: ByteSource = { size: 10, read: () => Promise.reject(new Error('The object is gone')) };
    await expect(runner().infer(order({ channels: [gone] }), never)).rejects.toThrow('gone');
  });

  const workerOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

  it.runIf(process.platform === 'linux')('cannot take more memory than the setting, in native code as well [AI-39]', async () => {
    const takes = (mb: number) =>
      workerOf(`export default async () => {
        const all = [];
        for (let at = 0; at < ${mb}; at += 50) all.push(Buffer.alloc(50 * 1024 ** 2, 1));
        return { ok: false, why: 'taken' };
      }`);
    const settings = { threads: 1, memoryMb: 700, maxMs: 60_000 };
    expect(await createInferenceRunner(settings, { worker: takes(200) }).infer(order(), never)).toEqual({ ok: false, why: 'taken' });
    expect(await createInferenceRunner(settings, { worker: takes(1_500) }).infer(order(), never)).toEqual({ ok: false, why: 'died' });
  });

  it('has a low priority, and neither a network nor other processes nor files to write [AI-39]', async () => {
    const worker = workerOf(`
      import { connect } from 'node:net';
      import { spawnSync } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      import { getPriority } from 'node:os';
      const codeOf = async (work) => { try { await work(); return 'done'; } catch ({ code }) { return code; } };
      export default async () => ({ ok: false, why: 'tried', tried: [
        await codeOf(() => new Promise((resolve, reject) => connect(9, '127.0.0.1').on('error', reject).on('connect', resolve))),
        await codeOf(() => spawnSync('true')),
        await codeOf(() => writeFileSync('/tmp/lightship-inference', '')),
        getPriority(),
      ] });`);
    const outcome = await createInferenceRunner({ threads: 1, memoryMb: 1_000, maxMs: 60_000 }, { worker }).infer(order(), never);
    expect(outcome).toMatchObject({ tried: ['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 10] });
  });

  it.runIf(process.platform === 'linux')('is ended by the kernel before the server when memory runs out [AI-39]', async () => {
    const worker = workerOf(`import { readFileSync } from 'node:fs';
      export default async () => ({ ok: false, why: readFileSync('/proc/self/oom_score_adj', 'utf8').trim() });`);
    expect(await createInferenceRunner({ threads: 1, memoryMb: 1_000, maxMs: 60_000 }, { worker }).infer(order(), never)).toEqual({
      ...{ ok: false, why: '1000' },
    });
  });
});

describe('where ONNX Runtime is missing', () => {
  it('this is noticed without loading it [AI-40]', () => {
    expect(isOnnxRuntimeHere()).toBe(true);
    expect(isOnnxRuntimeHere('sunos', 'sparc')).toBe(false);
  });

  it('no network runs, but trees do [AI-33, AI-40]', async () => {
    const without = createInferenceRunner({ threads: 1, memoryMb: 2_048, maxMs: 120_000 }, { isHere: false });
    expect([without.engines, runner().engines]).toEqual([['trees'], ['onnx', 'trees']]);
    expect(await without.infer(order(), never)).toEqual({ ok: false, why: 'no-engine' });
    const trees = forestToBytes(someForest());
    const manifest: ModelManifest = { ...SMALL_MANIFEST, engine: 'trees', multiple: [1, 1, 1] };
    const outcome = await without.infer(order({ manifest, model: createMemorySource(trees), modelSha256: shaOf(trees) }), never);
    expect(outcome).toMatchObject({ ok: true, summary: { engine: 'trees', classes: [{ value: 1 }, { value: 7 }] } });
  });
});
