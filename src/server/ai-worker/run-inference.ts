import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ModelManifest } from '#contract/ai/manifest.ts';
import { marked } from '#language/t.ts';
import { toInferSummary } from '#model/ai/infer-summary.ts';
import type { InferenceOutcome, InferenceRunner } from '#server/inference/inference-runner.ts';
import type { JobParts } from '#server/rules/ai/jobs/job-parts.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { JobOutcome, JobWork } from './built-in-worker.ts';
import { sourceOf } from './job-source.ts';

const Spec = z.object({ manifest: ModelManifest, model: z.string(), images: z.array(z.string()) });

const compress = promisify(gzip);

/** Runs a model in a process of its own, on what is stored. */
export function createInferenceWork(context: ServerContext, runner: InferenceRunner): JobWork {
  return async ({ spec, inputs }, signal, report) => {
    const { manifest, model, images } = Spec.parse(spec);
    const source = (name: string) => sourceOf(context, requireInput(inputs, name));
    const order = {
      manifest,
      ...{ model: await source(model), modelSha256: requireInput(inputs, model).sha256 },
      channels: await Promise.all(images.map(source)),
    };
    const outcome = await runner.infer(order, signal, ({ fraction, step }) => report({ fraction, message: STEPS[step] }));
    if (!outcome.ok) return toFailure(outcome);
    const summary = JSON.stringify(toInferSummary(outcome.summary));
    return {
      ok: true,
      files: [
        { name: 'labels.nii.gz', bytes: await compress(outcome.labels) },
        { name: 'summary.json', bytes: Buffer.from(summary) },
      ],
    };
  };
}

const STEPS = {
  load: marked('loading the model'),
  prepare: marked('reading the images'),
  run: 'running',
  finish: marked('writing the result'),
};

function requireInput(inputs: JobParts['inputs'], name: string) {
  const input = inputs.find((each) => each.name === name);
  if (input === undefined) throw new Error('A job names an input that it does not have');
  return input;
}

function toFailure(outcome: Exclude<InferenceOutcome, { ok: true }>): JobOutcome {
  const { why } = outcome;
  // The system ends whatever it likes when memory is short: the next attempt may have more.
  if (why === 'died') return { ok: false, reason: 'out_of_memory', detail: why, again: true };
  if (why === 'too-large') return { ok: false, reason: 'out_of_memory', detail: why, again: false };
  return { ok: false, reason: why === 'endless' ? 'error' : 'bad_input', detail: why, again: false };
}
