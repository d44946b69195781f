import type { ProcessWork } from '#server/process/process-messages.ts';
import { BadDataset } from './dataset-folder.ts';
import { createThreads } from './threads/create-threads.ts';
import { trainTrees } from './train-trees.ts';
import type { TrainingAnswer, TrainingProgress, TrainingRun } from './training-run.ts';

/** Trains trees in a process of its own. Cancelling is killing the process. */
const answer: ProcessWork<TrainingRun, TrainingAnswer, TrainingProgress> = async (run, _, give) => {
  const threads = createThreads(run.threads);
  let said: Promise<unknown> = Promise.resolve();
  try {
    const trained = await trainTrees(run, threads, (progress) => void (said = said.then(() => give(progress))));
    await said;
    return { ok: true, ...trained, model: new Uint8Array(trained.model) };
  } catch (error) {
    await said;
    if (error instanceof BadDataset) return { ok: false, why: 'bad_input', detail: error.message };
    throw error;
  } finally {
    await threads.end();
  }
};
export default answer;
