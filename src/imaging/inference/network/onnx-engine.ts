import { ModelFault, type LoadEngine } from '#imaging/inference/engine.ts';
import { checkOnnx } from '#imaging/inference/onnx/check-onnx.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { createOnnxNetwork, type OnnxRuntime, type OnnxTensor } from './onnx-network.ts';
import { createTiledEngine, type Network } from './tiled-engine.ts';

/** The engine of networks. */
export function loadOnnxWith<Tensor extends OnnxTensor>(runtime: OnnxRuntime<Tensor>): LoadEngine {
  return async (model, manifest) => createTiledEngine(await loadNetwork(runtime, model, manifest), manifest);
}

/** The file is checked before ONNX Runtime sees it: it would follow paths to other files. Rejects with `ModelFault`. */
export async function loadNetwork<Tensor extends OnnxTensor>(
  runtime: OnnxRuntime<Tensor>,
  model: Uint8Array,
  manifest: ModelManifest,
): Promise<Network> {
  const refusals = checkOnnx(model, manifest);
  if (refusals.length > 0) throw new ModelFault(`The file of the model is refused: ${refusals.map(({ why }) => why).join(', ')}`);
  return createOnnxNetwork(runtime, model);
}
