import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInProcess } from '#server/process/run-in-process.ts';
import type { TrainingAnswer, TrainingProgress, TrainingReport, TrainingRun } from './training-run.ts';

export interface TrainerSettings {
  threads: number;
  /** Of its process, held by the operating system on Linux. */
  memoryMb: number;
  maxMs: number;
}

export interface TrainingOrder {
  /** With the dataset: see dataset-folder.ts. */
  folder: string;
  /** Gets `model.trees`, `manifest.json` and `report.json`. */
  out: string;
  /** 0 to 2^32 - 1. The same seed and dataset give the same model, byte for byte. */
  seed: number;
}

export type TrainingOutcome =
  | { ok: true; report: TrainingReport }
  | Exclude<TrainingAnswer, { ok: true }>
  /** Its process died, as it does without memory, or did not finish in time. */
  | { ok: false; why: 'died' | 'endless' };

export interface TreesTrainer {
  /** Rejects with the reason of the signal when it is cancelled; its process is gone then, and nothing was written. */
  train(order: TrainingOrder, signal: AbortSignal, onProgress?: (progress: TrainingProgress) => void): Promise<TrainingOutcome>;
}

const WORKER = new URL('./trees.worker.ts', import.meta.url);
/** For objects of the main thread; features and trees are bytes. */
const HEAP_MB = 1024;

/** The system counts what V8 reserves for the code of each thread, although a tenth of it is used. */
const RESERVED_MB_OF_THREAD = 540;

/** Trains the built-in engine in a process with a low priority, limited memory and no network. */
export function createTreesTrainer({ threads, memoryMb, maxMs }: TrainerSettings): TreesTrainer {
  return {
    async train({ folder, out, seed }, signal, onProgress = () => undefined) {
      const input: TrainingRun = { folder, seed, threads };
      const answer = await runInProcess<TrainingAnswer>(WORKER, {
        ...{
          input,
          signal,
          maxMs,
          name: 'The training',
          heapMb: HEAP_MB,
          limits: { memoryMb: memoryMb + RESERVED_MB_OF_THREAD * threads, hasNetwork: false },
        },
        onPart: async (part) => onProgress(part as TrainingProgress),
      }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return 'died' as const;
      });
      if (answer === 'endless' || answer === 'died') return { ok: false, why: answer };
      if (!answer.ok) return answer;
      await mkdir(out, { recursive: true });
      await writeFile(join(out, 'model.trees'), answer.model);
      await writeFile(join(out, 'manifest.json'), `${JSON.stringify(answer.manifest, null, 2)}\n`);
      await writeFile(join(out, 'report.json'), `${JSON.stringify(answer.report, null, 2)}\n`);
      return { ok: true, report: answer.report };
    },
  };
}
