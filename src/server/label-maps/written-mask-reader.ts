import { runInProcess, type ProcessLimits } from '#server/process/run-in-process.ts';
import type { WrittenMaskAnswer, WrittenMaskReader } from './written-mask.ts';

const WORKER = new URL('./written-mask.worker.ts', import.meta.url);
const READ_MAX_MS = 5 * 60_000;
const LIMITS: ProcessLimits = { memoryMb: 3072, hasNetwork: false };

export function createWrittenMaskReader({ maxMs = READ_MAX_MS, worker = WORKER } = {}): WrittenMaskReader {
  return {
    async read(input, file, signal) {
      const run = { input, files: [file], signal, maxMs, name: 'The reader of masks', heapMb: 1024, limits: LIMITS };
      const answer = await runInProcess<WrittenMaskAnswer>(worker, run);
      if (answer === 'endless') throw new Error('Reading a mask took too long');
      return answer;
    },
  };
}
