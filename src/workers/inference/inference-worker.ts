import type { LoadEngine } from '#imaging/inference/engine.ts';
import { inferVolume } from '#imaging/inference/infer-volume.ts';
import { loadOnnxWith } from '#imaging/inference/network/onnx-engine.ts';
import { createTreesLoader } from '#imaging/trees/trees-engine.ts';
import { NoRuntime } from '#workers/inference-runtime.ts';
import { sha256Of } from '#workers/sha256.ts';
import { MOST_BYTES } from './most-bytes.ts';
import { onnxRuntime } from './onnx-runtime.ts';
import type { OnInferenceProgress, PageInference, PageInferenceResult } from './types.ts';

/** Runs one model on one image, on one thread. Cancelling is ending the worker, which also returns the memory of WebAssembly. */
export class InferenceWorker {
  async infer({ manifest, model, modelSha256, channels }: PageInference, progress: OnInferenceProgress): Promise<PageInferenceResult> {
    if ((await sha256Of(model)) !== modelSha256) return { ok: false, why: 'model-changed' };
    try {
      return await inferVolume(
        { manifest, model, modelSha256, channels, mostBytes: MOST_BYTES },
        {
          engines: { onnx: loadOnnx, trees: createTreesLoader(async () => undefined) },
          signal: new AbortController().signal,
          progress: (fraction, step) => void progress(fraction, step),
          now: () => performance.now(),
        },
      );
    } catch (error) {
      if (error instanceof NoRuntime) return { ok: false, why: 'no-runtime' };
      throw error;
    }
  }
}

const loadOnnx: LoadEngine = async (model, manifest) => loadOnnxWith(await onnxRuntime())(model, manifest);
