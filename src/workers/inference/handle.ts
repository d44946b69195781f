import { proxy, transfer, wrap } from 'comlink';
import { workerFailure } from '#workers/worker-failure.ts';
import type { InferenceWorker } from './inference-worker.ts';
import type { OnInferenceProgress, PageInference, PageInferenceResult } from './types.ts';

export { labelsToNifti } from '#imaging/inference/nifti-channel.ts';
export { runtimeBytes } from '#workers/inference-runtime.ts';
export { createClicks, type Clicks } from './clicks-handle.ts';
export { boxToMask, maskToBox } from './mask-box.ts';
export { maskOnPlane } from './mask-on-plane.ts';
export type { PageInference, PageInferenceResult };

export interface InferenceOptions {
  signal: AbortSignal;
  onProgress?: OnInferenceProgress;
}

/**
 * Runs a model on the device, offline too once `runtimeBytes` was asked for: it fetches ONNX Runtime (14 MB, 2.7 MB compressed) and keeps it. Each inference has
 * a worker of its own, whose memory ends with it. The arrays of the request go to it: they are empty afterwards. Rejects with the reason of the signal, or if the worker breaks.
 */
export async function inferOnDevice(
  request: PageInference,
  { signal, onProgress = () => undefined }: InferenceOptions,
): Promise<PageInferenceResult> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./inference.worker.ts', import.meta.url), { type: 'module', name: 'inference' });
  const ended = new AbortController();
  const cancelled = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: ended.signal });
  });
  try {
    const answer = wrap<InferenceWorker>(worker).infer(transfer(request, buffersOf(request)), proxy(onProgress));
    return await Promise.race([answer, workerFailure(worker, 'inference'), cancelled]);
  } finally {
    ended.abort();
    worker.terminate();
  }
}

function buffersOf({ model, channels }: PageInference): ArrayBuffer[] {
  return [model.buffer, ...channels.map(({ samples }) => samples.buffer as ArrayBuffer)];
}
