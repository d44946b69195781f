import { parentPort } from 'node:worker_threads';
import { BadDataset } from '#server/training/dataset-folder.ts';
import { DO } from './tasks.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** A thread of a training: does one task after the other. */
const answer = (message: FromThread): void => parentPort!.postMessage(message);

parentPort!.on('message', ({ name, input }: ToThread) => {
  const work = DO[name] as (input: unknown) => Promise<unknown>;
  work(input).then(
    (output) => answer({ is: 'done', output }),
    (error: unknown) =>
      answer({ is: 'failed', isDataset: error instanceof BadDataset, message: error instanceof Error ? error.message : String(error) }),
  );
});
