import type { ByteSource } from '#imaging/byte-source.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { runInProcess } from '#server/process/run-in-process.ts';
import type { InferenceAnswer, InferenceProgress, InferenceRun } from './inference-run.ts';
import { isOnnxRuntimeHere } from './onnx-runtime.ts';

export interface InferenceSettings {
  threads: number;
  /** Of one process, held by the operating system on Linux. */
  memoryMb: number;
  maxMs: number;
}

export interface InferenceOrder {
  manifest: ModelManifest;
  model: ByteSource;
  /** In lower-case hex. */
  modelSha256: string;
  /** A NIfTI volume for each channel of the manifest. */
  channels: readonly ByteSource[];
}

export type InferenceOutcome =
  | InferenceAnswer
  /** Its process died, as it does without memory, or did not finish in time. */
  | { ok: false; why: 'died' | 'endless' };

export interface InferenceRunner {
  /** Engines of this machine. What has none here waits for a worker. */
  engines: readonly ModelManifest['engine'][];
  /** Rejects with the reason of the signal when it is cancelled, and with the error of a file that cannot be read. */
  infer(order: InferenceOrder, signal: AbortSignal, onProgress?: (progress: InferenceProgress) => void): Promise<InferenceOutcome>;
}

const WORKER = new URL('./inference.worker.ts', import.meta.url);
/** Node, our code and ONNX Runtime take some 150 MB. What a network holds inside of it is not known beforehand, so it gets the other half. */
const PLANNED_PART = 0.5;

/** Runs models in processes of their own, with a low priority, limited memory and no network. They keep nothing. */
export function createInferenceRunner(
  { threads, memoryMb, maxMs }: InferenceSettings,
  { worker = WORKER, isHere = isOnnxRuntimeHere() } = {},
): InferenceRunner {
  return {
    engines: isHere ? ['onnx', 'trees'] : ['trees'],
    async infer({ manifest, model, modelSha256, channels }, signal, onProgress = () => undefined) {
      if (!isHere && manifest.engine === 'onnx') return { ok: false, why: 'no-engine' };
      const input: InferenceRun = { manifest, modelSha256, threads, mostBytes: Math.floor(memoryMb * 1024 ** 2 * PLANNED_PART) };
      let fault: unknown = null;
      const files = [model, ...channels].map((file) => keepingFault(file, (error) => (fault = error)));
      try {
        const answer = await runInProcess<InferenceAnswer>(worker, {
          ...{ input, files, signal, maxMs, name: 'The inference', limits: { memoryMb, hasNetwork: false } },
          onPart: async (part) => onProgress(part as InferenceProgress),
        });
        return answer === 'endless' ? { ok: false, why: 'endless' } : answer;
      } catch (error) {
        if (signal.aborted || error === fault) throw error;
        return { ok: false, why: 'died' };
      }
    },
  };
}

/** A file that cannot be read is no fault of the process. */
function keepingFault(file: ByteSource, keep: (error: unknown) => void): ByteSource {
  return {
    size: file.size,
    read: (offset, length) =>
      file.read(offset, length).catch((error: unknown) => {
        keep(error);
        throw error;
      }),
  };
}
