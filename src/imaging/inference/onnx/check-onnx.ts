import type { ModelManifest } from '#model/ai/manifest.ts';
import { DamagedMessage } from './protobuf.ts';
import { readOnnxHead, type OnnxHead, type OnnxValue } from './read-onnx.ts';

/**
 * Why the file of a model is refused.
 * - `too-large`: more bytes than a model may have;
 * - `damaged`: no ONNX file;
 * - `external-data`: weights in other files;
 * - `functions`, `subgraphs`: operators of its own, loops and branches;
 * - `operator-domain`: operators that are not those of ONNX (`names`);
 * - `operator-set`: a version of the operators that is not supported (`version`);
 * - `random`: operators whose result is another one each time (`names`);
 * - `inputs`, `outputs`: not exactly one of float32 with five axes [1, channels, slices, rows, columns];
 * - `channels`, `classes`: not as many as the manifest says (`found`, `expected`);
 * - `patch`: sizes that are fixed in the file are not those of the patch (`found`, `expected`: slices, rows, columns).
 */
export type OnnxRefusal =
  | { why: 'damaged' | 'external-data' | 'functions' | 'subgraphs' | 'inputs' | 'outputs' }
  | { why: 'too-large'; bytes: number; mostBytes: number }
  | { why: 'operator-domain' | 'random'; names: string[] }
  | { why: 'operator-set'; version: number }
  | { why: 'channels' | 'classes'; found: number; expected: number }
  | { why: 'patch'; found: (number | null)[]; expected: number[] };

/** Networks of the field have 1 to 450 MB. */
export const MOST_MODEL_BYTES = 512 * 1024 ** 2;

/** Versions of the operator set of ONNX. ONNX Runtime 1.30 loads no later one. */
const OPERATOR_SETS = { least: 9, most: 26 };

/** Not Dropout, which does nothing unless it is told to train. */
const RANDOM = /^(Random\w+|Multinomial|Bernoulli)$/;

/** Reads an ONNX file just enough to compare it with its manifest. Its weights are not read, and nothing of it runs. Empty if it fits. */
export function checkOnnx(bytes: Uint8Array, manifest: ModelManifest): OnnxRefusal[] {
  if (bytes.length > MOST_MODEL_BYTES) return [{ why: 'too-large', bytes: bytes.length, mostBytes: MOST_MODEL_BYTES }];
  try {
    return refusalsOf(readOnnxHead(bytes), manifest);
  } catch (error) {
    if (error instanceof DamagedMessage) return [{ why: 'damaged' }];
    throw error;
  }
}

function refusalsOf(head: OnnxHead, manifest: ModelManifest): OnnxRefusal[] {
  const refusals: OnnxRefusal[] = [];
  if (head.hasExternalData) refusals.push({ why: 'external-data' });
  if (head.hasFunctions) refusals.push({ why: 'functions' });
  if (head.hasSubgraphs) refusals.push({ why: 'subgraphs' });
  const foreign = [...head.operators].filter((operator) => operator.includes(':'));
  if (foreign.length > 0) refusals.push({ why: 'operator-domain', names: foreign.toSorted() });
  const random = [...head.operators].filter((operator) => RANDOM.test(operator));
  if (random.length > 0) refusals.push({ why: 'random', names: random.toSorted() });
  const version = head.operatorSets.get('') ?? 0;
  if (version < OPERATOR_SETS.least || version > OPERATOR_SETS.most) refusals.push({ why: 'operator-set', version });
  return [...refusals, ...valueRefusals(head, manifest)];
}

function valueRefusals({ inputs, outputs }: OnnxHead, { channels, classes, patch }: ModelManifest): OnnxRefusal[] {
  const [input, output] = [inputs[0], outputs[0]];
  if (inputs.length !== 1 || !isVolume(input)) return [{ why: 'inputs' }];
  // The shape of an output need not stand in the file: then it is checked when the model runs.
  if (outputs.length !== 1 || output?.type !== FLOAT32 || (output.shape !== null && !isVolume(output))) return [{ why: 'outputs' }];
  const sizes = [patch[2], patch[1], patch[0]];
  const refusals: OnnxRefusal[] = [];
  const [found, given] = [input.shape[1] ?? channels.length, output.shape?.[1] ?? classes.length + 1];
  if (found !== channels.length) refusals.push({ why: 'channels', found, expected: channels.length });
  if (given !== classes.length + 1) refusals.push({ why: 'classes', found: given, expected: classes.length + 1 });
  for (const { shape } of [input, output]) {
    const fixed = shape?.slice(2) ?? [];
    if (fixed.some((size, index) => size !== null && size !== sizes[index])) refusals.push({ why: 'patch', found: fixed, expected: sizes });
  }
  return refusals;
}

const FLOAT32 = 1;

function isVolume(value: OnnxValue | undefined): value is OnnxValue & { shape: readonly (number | null)[] } {
  return value?.type === FLOAT32 && value.shape?.length === 5 && (value.shape[0] === null || value.shape[0] === 1);
}
