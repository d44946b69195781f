import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { OnnxRuntime } from '#imaging/inference/network/onnx-network.ts';
import { runtimeBytes } from '#workers/inference-runtime.ts';

/** ONNX Runtime on one thread of this worker. Rejects with `NoRuntime`. */
export async function onnxRuntime(): Promise<OnnxRuntime<Tensor>> {
  // Given as bytes, so that ONNX Runtime fetches nothing by itself. More threads would need an isolated page.
  env.wasm.wasmBinary = (await runtimeBytes()).buffer;
  env.wasm.numThreads = 1;
  env.logLevel = 'fatal';
  return {
    createSession: (model) => InferenceSession.create(model, { executionProviders: ['wasm'], executionMode: 'sequential' }),
    tensorOf: (values, dimensions) => new Tensor('float32', values, dimensions),
  };
}
