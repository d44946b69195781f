import { MOST_MODEL_BYTES } from '#imaging/inference/onnx/check-onnx.ts';
import { runInProcess, type ProcessLimits } from '#server/process/run-in-process.ts';
import type { ModelFileCheck, ModelFileRefusal } from './model-file-check.ts';

const WORKER = new URL('./model-file.worker.ts', import.meta.url);
const MAX_MS = 2 * 60_000;
/** A file is held once, and a tree of it as objects. */
const LIMITS: ProcessLimits = { memoryMb: 2048, hasNetwork: false };

/** Files of other makers are read in a process of its own, which ends with the answer. */
export function createModelFileCheck({ maxMs = MAX_MS, worker = WORKER } = {}): ModelFileCheck {
  return {
    async check(manifest, file, signal) {
      if (file.size > MOST_MODEL_BYTES) return [{ why: 'too-large', bytes: file.size, mostBytes: MOST_MODEL_BYTES }];
      let fault: unknown = null;
      const keeping = {
        size: file.size,
        read: (offset: number, length: number) =>
          file.read(offset, length).catch((error: unknown) => {
            fault = error;
            throw error;
          }),
      };
      try {
        const answer = await runInProcess<ModelFileRefusal[]>(worker, {
          ...{ input: manifest, files: [keeping], signal, maxMs, name: 'The check of a model', limits: LIMITS },
        });
        return answer === 'endless' ? [{ why: 'unread' }] : answer;
      } catch (error) {
        if (signal.aborted || error === fault) throw error;
        return [{ why: 'unread' }];
      }
    },
  };
}
