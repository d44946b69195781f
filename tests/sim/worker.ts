import { parentPort } from 'node:worker_threads';
import { runRange, type SeedRange } from './run-seeds.ts';

parentPort?.on('message', (range: SeedRange) => {
  runRange(range).then(
    (bad) => parentPort?.postMessage(bad),
    (cause: unknown) => {
      throw cause;
    },
  );
});
