import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { createOnnxNetwork } from '#imaging/inference/network/onnx-network.ts';
import type { PatchShape } from '#imaging/inference/network/tiled-engine.ts';
import { inferOnDevice, runtimeBytes } from '#workers/inference/handle.ts';

/** One patch, as the worker runs it inside, some times: its logits, and how long each took in ms. */
async function runPatch(model: Uint8Array, patch: Float32Array, shape: PatchShape, runs = 1) {
  env.wasm.wasmBinary = (await runtimeBytes()).buffer;
  env.wasm.numThreads = 1;
  const runtime = {
    createSession: (bytes: Uint8Array) => InferenceSession.create(bytes, { executionProviders: ['wasm'] }),
    tensorOf: (values: Float32Array, dimensions: readonly number[]) => new Tensor('float32', values, dimensions),
  };
  const network = await createOnnxNetwork(runtime, model);
  let logits = new Float32Array(0);
  const ms: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedMs = performance.now();
    logits = new Float32Array(await network.runPatch(patch, shape));
    ms.push(performance.now() - startedMs);
  }
  await network.end();
  return { logits, ms };
}

/** What the page has as its global `inference`. */
export type InferencePage = typeof page;

const page = { inferOnDevice, runPatch };
Object.assign(globalThis, { inference: page });
