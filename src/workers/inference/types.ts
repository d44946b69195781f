import type { ClickRefusal } from '#imaging/inference/clicks/click-session.ts';
import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import type { InferenceResult, InferenceStep } from '#imaging/inference/infer-volume.ts';
import type { Unlike } from '#imaging/inference/result/unlike-training.ts';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';

export type { Click } from '#imaging/inference/clicks/click-channels.ts';
export type { Bits, Unlike };

export interface PageInference {
  manifest: ModelManifest;
  model: Uint8Array<ArrayBuffer>;
  /** In lower-case hex. */
  modelSha256: string;
  /** In the order of the manifest. The result is on the grid of the first one. */
  channels: readonly ChannelImage[];
}

export type PageInferenceResult =
  | InferenceResult
  /** `no-runtime`: ONNX Runtime is not on the device and cannot be fetched. `model-changed`: the bytes of the model are not those of its hash. */
  | { ok: false; why: 'no-runtime' | 'model-changed' };

export type OnInferenceProgress = (fraction: number, step: InferenceStep) => void;

export interface PageClicks {
  manifest: ModelManifest;
  model: Uint8Array<ArrayBuffer>;
  /** In lower-case hex. */
  modelSha256: string;
  /** In the order of the manifest. Masks are on the grid of the first one. */
  channels: readonly ChannelImage[];
}

/**
 * `model-changed`: the bytes of the model are not those of its hash. `no-runtime`: ONNX Runtime is not on the device and cannot be fetched. `model`: it cannot be run;
 * `detail` is for a person.
 */
export type OpenedClicks =
  | { ok: true; unlike: Unlike[] }
  | ClickRefusal
  | { ok: false; why: 'model-changed' | 'no-runtime' }
  | { ok: false; why: 'model'; detail: string };

/** The mask after a click. */
export type Corrected = { ok: true; mask: Bits } | { ok: false; why: 'model'; detail: string };
