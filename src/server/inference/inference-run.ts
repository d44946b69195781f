import type { InferenceResult, InferenceStep, InferenceSummary } from '#imaging/inference/infer-volume.ts';
import type { ChannelRead } from '#imaging/inference/nifti-channel.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';

/** Input of the process beside its files: the model first, then a NIfTI volume for each channel. */
export interface InferenceRun {
  manifest: ModelManifest;
  modelSha256: string;
  mostBytes: number;
  threads: number;
}

/** Sent while it runs. */
export interface InferenceProgress {
  fraction: number;
  step: InferenceStep;
}

export type InferenceAnswer =
  /** `labels`: a NIfTI label map on the grid of the first channel. */
  | { ok: true; labels: Uint8Array; summary: InferenceSummary }
  | Exclude<InferenceResult, { ok: true }>
  /** The bytes of the model are not those of its hash. */
  | { ok: false; why: 'model-changed' }
  /** A channel (from 0) cannot be read. */
  | { ok: false; why: 'channel'; channel: number; reason: Exclude<ChannelRead, { ok: true }>['why'] };
