import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BadDataset } from '#server/training/dataset-folder.ts';
import type { TaskName, Tasks } from './tasks.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface Threads {
  /** Results in the order of the inputs. `onDone`: how many are done. Rejects with the first failure. */
  all<Name extends TaskName>(
    name: Name,
    inputs: readonly Tasks[Name]['input'][],
    onDone: (count: number) => void,
  ): Promise<Tasks[Name]['output'][]>;
  end(): Promise<void>;
}

const WORKER = new URL('./task.worker.ts', import.meta.url);

export function createThreads(count: number): Threads {
  const workers = Array.from({ length: count }, () => new Worker(WORKER));
  return {
    async all(name, inputs, onDone) {
      const outputs: unknown[] = [];
      let [next, done] = [0, 0];
      await Promise.all(
        workers.map(async (worker) => {
          for (let at = next++; at < inputs.length; at = next++) {
            outputs[at] = await ask(worker, { name, input: inputs[at] });
            onDone((done += 1));
          }
        }),
      );
      return outputs as Tasks[typeof name]['output'][];
    },
    async end() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

async function ask(worker: Worker, message: ToThread): Promise<unknown> {
  worker.postMessage(message);
  // `once` rejects if the thread breaks.
  const [answer] = (await once(worker, 'message')) as [FromThread];
  if (answer.is === 'done') return answer.output;
  throw answer.isDataset ? new BadDataset(answer.message) : new Error(answer.message);
}
