import { checkOnnx } from '#imaging/inference/onnx/check-onnx.ts';
import { readForest } from '#imaging/trees/forest-bytes.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';
import type { ModelFileRefusal } from './model-file-check.ts';

/** Compares one file with its manifest. */
const answer: ProcessWork<ModelManifest, ModelFileRefusal[]> = async (manifest, [file]) => {
  const bytes = await file!.read(0, file!.size);
  return manifest.engine === 'trees' ? checkTrees(bytes, manifest) : checkOnnx(bytes, manifest);
};
export default answer;

function checkTrees(bytes: Uint8Array, { channels, classes }: ModelManifest): ModelFileRefusal[] {
  const read = readForest(bytes);
  if (!read.ok) return [{ why: 'damaged' }];
  const refusals: ModelFileRefusal[] = [];
  const [found, given] = [read.forest.channels, read.forest.classes];
  if (found !== channels.length) refusals.push({ why: 'channels', found, expected: channels.length });
  if (given !== classes.length + 1) refusals.push({ why: 'classes', found: given, expected: classes.length + 1 });
  return refusals;
}
