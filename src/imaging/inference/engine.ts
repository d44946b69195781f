import type { ModelManifest } from '#model/ai/manifest.ts';

/** One image at the spacing of a model: columns, rows and slices, and the normalised values of each channel, columns first. */
export interface EngineInput {
  size: readonly [number, number, number];
  channels: readonly Float32Array[];
}

export interface EngineOptions {
  signal: AbortSignal;
  /** 0 to 1. */
  progress(fraction: number): void;
}

/** What finds classes in an image. No other place knows which engine answered. */
export interface Engine {
  /** Softmax values of one input at the spacing of the model: classes + 1 (background first) x slices x rows x columns. */
  run(input: EngineInput, options: EngineOptions): Promise<Float32Array>;
  /**
   * The same slice by slice, in their order, so that the values of the whole image are never in memory: classes + 1 x rows x columns of each. The values
   * may be overwritten after `take` has returned.
   */
  runBySlice?(input: EngineInput, options: EngineOptions, take: (slice: number, values: Float32Array) => void): Promise<void>;
}

export interface LoadedEngine extends Engine {
  /** Bytes that it holds while it runs, beyond the model and the channels, as far as they can be known beforehand. */
  peakBytes(size: EngineInput['size']): number;
  /** Returns its memory. */
  end(): Promise<void>;
}

export type LoadEngine = (model: Uint8Array, manifest: ModelManifest) => Promise<LoadedEngine>;

/** By the `engine` of the manifest. Null: this place cannot run it. */
export type EngineLoaders = Readonly<Record<ModelManifest['engine'], LoadEngine | null>>;

/** The model is at fault: it cannot be loaded, or does not answer as its manifest says. Its message is for a person and names nothing of a patient. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
}

/** It was cancelled. */
export class InferenceStopped extends Error {
  override readonly name = 'InferenceStopped';
}

export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new InferenceStopped('The inference was cancelled');
}
