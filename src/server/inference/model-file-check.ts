import type { ByteSource } from '#imaging/byte-source.ts';
import type { OnnxRefusal } from '#imaging/inference/onnx/check-onnx.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';

/** `unread`: reading it took too much memory or time. Trees are refused by `damaged`, `channels` and `classes`. */
export type ModelFileRefusal = OnnxRefusal | { why: 'unread' };

/** Compares the file of a model with its manifest. Empty if it fits. Nothing of it runs. */
export interface ModelFileCheck {
  check(manifest: ModelManifest, file: ByteSource, signal: AbortSignal): Promise<ModelFileRefusal[]>;
}
