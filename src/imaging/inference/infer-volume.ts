import type { ModelManifest } from '#model/ai/manifest.ts';
import { voxelVolumeMl } from '#model/grids/voxel-space.ts';
import { ModelFault, stopIfAborted, type Engine, type EngineLoaders, type LoadedEngine } from './engine.ts';
import { modelGridOf, type ModelGrid } from './grid/model-grid.ts';
import { normalise } from './grid/normalise.ts';
import { resampleFirst, resampleOther, type ChannelImage } from './grid/resample-image.ts';
import { resampleLabels } from './grid/resample-labels.ts';
import { ClassChoice } from './result/choose-classes.ts';
import { unlikeTraining, type Unlike } from './result/unlike-training.ts';

export interface InferenceRequest {
  manifest: ModelManifest;
  /** Bytes of the model, whose hash the caller has compared, and that hash. */
  model: Uint8Array;
  modelSha256: string;
  /** In the order of the manifest. The result is on the grid of the first one. */
  channels: readonly ChannelImage[];
  /** Bytes that may be in memory at once, the channels included. */
  mostBytes: number;
}

/** How far it is. */
export type InferenceStep = 'load' | 'prepare' | 'run' | 'finish';

export interface InferencePorts {
  engines: EngineLoaders;
  signal: AbortSignal;
  /** Fraction of the whole, 0 to 1. */
  progress(fraction: number, step: InferenceStep): void;
  /** ms from any time on. */
  now(): number;
}

export interface ClassSummary {
  /** As in the label map. */
  value: number;
  title: string;
  voxels: number;
  ml: number;
}

export interface InferenceSummary {
  engine: ModelManifest['engine'];
  modelSha256: string;
  training: string | null;
  classes: ClassSummary[];
  /** In nats, at the spacing of the model, over the voxels of all classes; null if nothing was found. */
  meanEntropy: number | null;
  /** In what the image is unlike those of the training; empty also if the manifest does not say what they were like. */
  unlike: Unlike[];
  /** Columns, rows and slices at the spacing of the model. */
  size: readonly [number, number, number];
  /** Bytes that were planned. */
  peakBytes: number;
  seconds: Record<InferenceStep, number>;
}

/**
 * - `no-engine`: this place has no engine for the model;
 * - `channels`: the number of images is not that of the channels;
 * - `patch`: the patch of the manifest is not a whole number of its `multiple`;
 * - `too-large`: it would need more bytes than it may use;
 * - `model`: the model cannot be run, or does not answer as its manifest says. `detail` is for a person.
 */
export type InferenceRefusal =
  | { ok: false; why: 'no-engine' | 'channels' | 'patch' }
  | { ok: false; why: 'too-large'; neededBytes: number; mostBytes: number }
  | { ok: false; why: 'model'; detail: string };

export type InferenceResult =
  /** `labels`: a value of the manifest for each voxel of the first channel, columns first; 0 is the background. */
  { ok: true; labels: Uint8Array; summary: InferenceSummary } | InferenceRefusal;

/**
 * Runs a model on one image, by its manifest: the one way for the server, a worker and the page. Rejects with `InferenceStopped` when it is cancelled, and with
 * what breaks here; what is wrong with model or image is a refusal.
 */
export async function inferVolume(request: InferenceRequest, ports: InferencePorts): Promise<InferenceResult> {
  const { manifest, model, channels } = request;
  const load = ports.engines[manifest.engine];
  if (load === null) return { ok: false, why: 'no-engine' };
  if (channels.length !== manifest.channels.length) return { ok: false, why: 'channels' };
  if (manifest.patch.some((size, axis) => size % manifest.multiple[axis]! !== 0)) return { ok: false, why: 'patch' };
  try {
    const [engine, loadSeconds] = await timed(ports, 'load', () => load(model, manifest));
    try {
      return await inferWith(engine, request, ports, loadSeconds);
    } finally {
      await engine.end();
    }
  } catch (error) {
    if (error instanceof ModelFault) return { ok: false, why: 'model', detail: error.message };
    throw error;
  }
}

async function inferWith(
  engine: LoadedEngine,
  { manifest, modelSha256, channels, mostBytes }: InferenceRequest,
  ports: InferencePorts,
  loadSeconds: number,
): Promise<InferenceResult> {
  const { space } = channels[0]!;
  const grid = modelGridOf(space, manifest.spacing);
  const peakBytes = peakBytesOf(channels, grid, engine);
  if (peakBytes > mostBytes) return { ok: false, why: 'too-large', neededBytes: peakBytes, mostBytes };
  const [values, prepareSeconds] = await timed(ports, 'prepare', () => prepare(channels, manifest, grid, ports));
  const choice = new ClassChoice(grid.size, manifest.classes.length + 1);
  const [, runSeconds] = await timed(ports, 'run', () => choose(engine, grid, values, choice, ports));
  const meanEntropy = choice.meanEntropy();
  const [labels, finishSeconds] = await timed(ports, 'finish', () => resampleLabels(choice.labels, grid, space.size));
  const counts = toValues(labels, manifest);
  const unlike = manifest.trainedOn ? unlikeTraining(manifest.trainedOn, { grid, channels: values, entropy: meanEntropy }) : [];
  ports.progress(1, 'finish');
  const summary: InferenceSummary = {
    ...{ engine: manifest.engine, modelSha256, training: manifest.training },
    classes: manifest.classes.map((each, index) => ({
      ...{ value: each.value, title: each.title },
      ...{ voxels: counts[index + 1]!, ml: counts[index + 1]! * voxelVolumeMl(space) },
    })),
    ...{ meanEntropy, unlike, size: grid.size, peakBytes },
    seconds: { load: loadSeconds, prepare: prepareSeconds, run: runSeconds, finish: finishSeconds },
  };
  return { ok: true, labels, summary };
}

/** What the channels, their values at the spacing of the model, the labels and the engine take at once. What a network holds inside of it is not known. */
export function peakBytesOf(
  channels: readonly ChannelImage[],
  grid: ModelGrid,
  engine: Pick<LoadedEngine, 'peakBytes' | 'runBySlice'>,
): number {
  const [columns, rows, slices] = grid.size;
  const voxels = columns * rows * slices;
  const [sizeColumns, sizeRows, sizeSlices] = channels[0]!.space.size;
  const stored = channels.reduce((sum, { samples }) => sum + samples.byteLength, 0);
  return stored + voxels * (4 * channels.length + 1) + sizeColumns * sizeRows * sizeSlices + engine.peakBytes(grid.size);
}

function prepare(
  channels: readonly ChannelImage[],
  manifest: ModelManifest,
  grid: ModelGrid,
  { signal }: Pick<InferencePorts, 'signal'>,
): Float32Array[] {
  return channels.map((channel, index) => {
    stopIfAborted(signal);
    const values = index === 0 ? resampleFirst(channel, grid) : resampleOther(channel, grid, channels[0]!.space);
    normalise(values, manifest.channels[index]!.normalisation);
    return values;
  });
}

async function choose(
  engine: Engine,
  { size }: ModelGrid,
  channels: readonly Float32Array[],
  choice: ClassChoice,
  { signal, progress }: InferencePorts,
): Promise<void> {
  const options = { signal, progress: (fraction: number) => progress(BEFORE_RUN + fraction * (1 - BEFORE_RUN - AFTER_RUN), 'run') };
  const take = (slice: number, values: Float32Array): void => choice.take(slice, values);
  if (engine.runBySlice) return engine.runBySlice({ size, channels }, options, take);
  const whole = await engine.run({ size, channels }, options);
  const [columns, rows, slices] = size;
  const plane = columns * rows;
  const classes = whole.length / (plane * slices);
  const values = new Float32Array(classes * plane);
  for (let slice = 0; slice < slices; slice += 1) {
    for (let each = 0; each < classes; each += 1) {
      const from = (each * slices + slice) * plane;
      values.set(whole.subarray(from, from + plane), each * plane);
    }
    take(slice, values);
  }
}

/** Fractions of the whole that the other steps take, about. */
const BEFORE_RUN = 0.05;
const AFTER_RUN = 0.05;
const BEGINS_AT = { load: 0, prepare: 0.02, run: BEFORE_RUN, finish: 1 - AFTER_RUN } as const;

async function timed<T>(
  { now, progress, signal }: InferencePorts,
  step: InferenceStep,
  work: () => T | Promise<T>,
): Promise<[result: T, seconds: number]> {
  stopIfAborted(signal);
  progress(BEGINS_AT[step], step);
  const startedMs = now();
  return [await work(), (now() - startedMs) / 1000];
}

/** Places in the output become values of the manifest, in place. How many voxels each place has. */
function toValues(labels: Uint8Array, { classes }: ModelManifest): number[] {
  const counts = Array.from({ length: classes.length + 1 }, () => 0);
  const values = Uint8Array.of(0, ...classes.map(({ value }) => value));
  for (let index = 0; index < labels.length; index += 1) {
    const place = labels[index]!;
    counts[place]! += 1;
    labels[index] = values[place]!;
  }
  return counts;
}
