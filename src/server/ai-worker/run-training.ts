import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { marked } from '#language/t.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { TreesTrainer } from '#server/training/trees-trainer.ts';
import type { JobWork } from './built-in-worker.ts';
import { writeInput } from './job-source.ts';

const Spec = z.looseObject({
  seed: z.number().int(),
  classes: z.array(z.unknown()),
  channels: z.array(z.unknown()),
  cases: z.array(z.unknown()),
});

const RESULTS = ['model.trees', 'manifest.json', 'report.json'];

/** Trains trees in a process of its own, on files in a folder that is removed afterwards. */
export function createTrainingWork(context: ServerContext, trainer: TreesTrainer): JobWork {
  return async ({ spec, inputs }, signal, report) => {
    const { seed, classes, channels, cases } = Spec.parse(spec);
    const folder = await mkdtemp(join(tmpdir(), 'lightship-training-'));
    try {
      for (const [at, input] of inputs.entries()) {
        signal.throwIfAborted();
        await writeInput(context, input, folder);
        report({ fraction: (0.1 * (at + 1)) / inputs.length, message: marked('reading the images') });
      }
      await writeFile(join(folder, 'dataset.json'), JSON.stringify({ classes, channels, cases }));
      const out = join(folder, 'out');
      const outcome = await trainer.train({ folder, out, seed }, signal, ({ fraction, message, round, metrics }) =>
        report({ fraction: 0.1 + 0.9 * fraction, message, event: { round, metrics } }),
      );
      if (!outcome.ok) {
        if (outcome.why === 'bad_input') return { ok: false, reason: 'bad_input', detail: outcome.detail, again: false };
        const hasDied = outcome.why === 'died';
        // See run-inference.ts.
        return { ok: false, reason: hasDied ? 'out_of_memory' : 'error', detail: outcome.why, again: hasDied };
      }
      return { ok: true, files: await Promise.all(RESULTS.map(async (name) => ({ name, bytes: await readFile(join(out, name)) }))) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
