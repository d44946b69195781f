import { ModelFault } from '#imaging/inference/engine.ts';
import type { Network, PatchShape } from './tiled-engine.ts';

/** What is used of ONNX Runtime, which is one package for Node and another one for browsers. */
export interface OnnxRuntime<Tensor extends OnnxTensor> {
  createSession(model: Uint8Array): Promise<OnnxSession<Tensor>>;
  tensorOf(values: Float32Array, dimensions: readonly number[]): Tensor;
}

export interface OnnxTensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

export interface OnnxSession<Tensor extends OnnxTensor> {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

/** A model in ONNX Runtime. Its own texts are not passed on: they name nodes and paths. Rejects with `ModelFault`. */
export async function createOnnxNetwork<Tensor extends OnnxTensor>(runtime: OnnxRuntime<Tensor>, model: Uint8Array): Promise<Network> {
  const session = await runtime.createSession(model).catch((cause: unknown) => {
    throw new ModelFault('The model cannot be loaded', { cause });
  });
  const [input, output] = [session.inputNames[0], session.outputNames[0]];
  if (input === undefined || output === undefined) throw new ModelFault('The model has no input or no output');
  return {
    async runPatch(patch, shape) {
      const results = await session.run({ [input]: runtime.tensorOf(patch, [1, ...shape]) }).catch((cause: unknown) => {
        throw new ModelFault(isAboutMemory(cause) ? 'The model needs more memory than it may use' : 'The model cannot be run', { cause });
      });
      return logitsOf(results[output], shape);
    },
    end: () => session.release(),
  };
}

function logitsOf(tensor: OnnxTensor | undefined, [, ...size]: PatchShape): Float32Array {
  const isOfSize = tensor?.dims.length === 5 && size.every((length, index) => tensor.dims[index + 2] === length);
  if (!isOfSize || !(tensor.data instanceof Float32Array))
    throw new ModelFault('The output of the model is not of the size that its manifest says');
  return tensor.data;
}

function isAboutMemory(cause: unknown): boolean {
  return cause instanceof Error && /alloc|out of memory/i.test(cause.message);
}
