import { createHash } from 'node:crypto';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { EngineLoaders } from '#imaging/inference/engine.ts';
import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import { inferVolume } from '#imaging/inference/infer-volume.ts';
import { loadOnnxWith } from '#imaging/inference/network/onnx-engine.ts';
import { createTreesLoader } from '#imaging/trees/trees-engine.ts';
import { labelsToNifti, readChannel } from '#imaging/inference/nifti-channel.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';
import type { InferenceAnswer, InferenceProgress, InferenceRun } from './inference-run.ts';

/** Runs one model on one image. Cancelling is killing the process. */
const answer: ProcessWork<InferenceRun, InferenceAnswer, InferenceProgress> = async (run, [modelFile, ...files], give) => {
  const { manifest, modelSha256, mostBytes, threads } = run;
  const model = await modelFile!.read(0, modelFile!.size);
  if (createHash('sha256').update(model).digest('hex') !== modelSha256) return { ok: false, why: 'model-changed' };
  const channels = await readChannels(files, mostBytes);
  if (!Array.isArray(channels)) return channels;
  const progress = newestOnly(give);
  const result = await inferVolume(
    { manifest, model, modelSha256, channels, mostBytes },
    {
      engines: enginesWith(threads),
      signal: new AbortController().signal,
      progress: (fraction, step) => progress.say({ fraction, step }),
      now: () => performance.now(),
    },
  );
  await progress.settled();
  return result.ok ? { ...result, labels: labelsToNifti(result.labels, channels[0]!.space) } : result;
};
export default answer;

function enginesWith(threads: number): EngineLoaders {
  // Loaded only for networks: the package is optional.
  const onnx: EngineLoaders['onnx'] = async (model, manifest) => {
    const { InferenceSession, Tensor } = await import('onnxruntime-node');
    const load = loadOnnxWith({
      createSession: (bytes) =>
        InferenceSession.create(bytes, {
          ...{ executionProviders: ['cpu'], executionMode: 'sequential', intraOpNumThreads: threads, interOpNumThreads: 1 },
          // Its log names parts of the model, and nobody reads it.
          logSeverityLevel: 4,
        }),
      tensorOf: (values, dimensions) => new Tensor('float32', values, dimensions),
    });
    return load(model, manifest);
  };
  return { onnx, trees: createTreesLoader(() => Promise.resolve()) };
}

async function readChannels(files: readonly ByteSource[], mostBytes: number): Promise<ChannelImage[] | InferenceAnswer> {
  const channels: ChannelImage[] = [];
  for (const [channel, file] of files.entries()) {
    const read = await readChannel(file, mostBytes);
    if (!read.ok) return { ok: false, why: 'channel', channel, reason: read.why };
    channels.push(read.image);
  }
  return channels;
}

/** Sends one at a time: while one is under way, only the newest waits. */
function newestOnly<Part>(give: (part: Part) => Promise<void>): { say(part: Part): void; settled(): Promise<void> } {
  let waiting: Part | null = null;
  let sending: Promise<void> | null = null;
  const sendAll = async (): Promise<void> => {
    for (let part = waiting; part !== null; part = waiting) {
      waiting = null;
      await give(part);
    }
    sending = null;
  };
  return {
    say(part) {
      waiting = part;
      sending ??= sendAll();
    },
    settled: async () => sending ?? undefined,
  };
}
