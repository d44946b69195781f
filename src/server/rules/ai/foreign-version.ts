import type { AiModelVersion } from '#contract/ai/models.ts';
import { marked } from '#language/t.ts';
import type { ModelFileCheck, ModelFileRefusal } from '#server/inference/model-file-check.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { createFairQueue } from '#server/rules/fair-queue.ts';
import { completeFile, fileSource } from './files.ts';
import { assertOutlines, mayChangeModel, requireModel, segmentsOf } from './model-rows.ts';
import { addVersion, requireSentFile, type NewForeignVersion } from './versions.ts';

/** Each holds a file of half a gigabyte in a process of its own. */
const ONE_BY_ONE = createFairQueue({ atOnce: 1, waitingMost: 20 });

/** PCALL-151: a version of a file that somebody sent. Whatever of the file does not fit its manifest is named, and no version is made. */
export async function addForeignVersion(
  context: ServerContext,
  check: ModelFileCheck,
  caller: Member,
  { modelId, version, left }: { modelId: number; version: NewForeignVersion; left: AbortSignal },
): Promise<AiModelVersion> {
  const model = await requireModel(context.db.read, caller, modelId);
  if (!mayChangeModel(model, caller)) throw new Refusal('not_allowed');
  const known = await context.db.read.selectFrom('ai_version').select('id').where('uuid', '=', version.uuid).executeTakeFirst();
  if (known === undefined) {
    assertOutlines(version.manifest, segmentsOf(model));
    const { id } = await requireSentFile(context.db.read, caller, version.file);
    await completeFile(context, id);
    const refusals = await ONE_BY_ONE(String(caller.userId), async () =>
      check.check(version.manifest, await fileSource(context, id), left),
    );
    if (refusals.length > 0) throw new Refusal('invalid', { errors: { file: refusals.map(wordsOf) } });
  }
  return addVersion(context, caller, modelId, version);
}

function wordsOf(refusal: ModelFileRefusal): string {
  switch (refusal.why) {
    case 'unread':
      return marked('Reading it took too much memory or time.');
    case 'damaged':
      return marked('It is no model that can be read, or it is damaged.');
    case 'external-data':
      return marked('Its weights are in other files.');
    case 'functions':
      return marked('It has functions of its own.');
    case 'subgraphs':
      return marked('It has loops or branches.');
    case 'inputs':
      return marked('It must have one input of float32: [1, channels, slices, rows, columns].');
    case 'outputs':
      return marked('It must have one output of float32: [1, classes + 1, slices, rows, columns].');
    case 'too-large':
      return `It has more than ${Math.floor(refusal.mostBytes / 1024 ** 2)} MiB.`;
    case 'operator-domain':
      return `It has operators that ONNX does not have: ${namesOf(refusal.names)}.`;
    case 'random':
      return `Its result is another one each time: ${namesOf(refusal.names)}.`;
    case 'operator-set':
      return `Version ${refusal.version} of the operators of ONNX is not supported.`;
    case 'channels':
      return `It has ${refusal.found} channels, and the manifest has ${refusal.expected}.`;
    case 'classes':
      return `It has ${refusal.found} classes with the background, and the manifest has ${refusal.expected}.`;
    case 'patch':
      return `It takes patches of ${sizesOf(refusal.found)} voxels, and the manifest says ${sizesOf(refusal.expected)}.`;
  }
}

/** They stand in the file, so they may be of any length. */
const namesOf = (names: readonly string[]): string =>
  names
    .slice(0, 5)
    .map((name) => name.replaceAll(/[^\w:.-]/g, '?').slice(0, 60))
    .join(', ');

const sizesOf = (sizes: readonly (number | null)[]): string => sizes.map((size) => size ?? 'any').join(' x ');
