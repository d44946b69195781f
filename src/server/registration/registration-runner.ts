import type { ByteSource } from '#imaging/byte-source.ts';
import { runInProcess } from '#server/process/run-in-process.ts';
import type { RegistrationAnswer, RegistrationRun } from './registration-run.ts';

/** NIfTI volumes in patient coordinates. */
export interface RegistrationOrder extends Pick<RegistrationRun, 'seed' | 'isApart'> {
  fixed: ByteSource;
  moving: ByteSource;
}

export type RegistrationOutcome =
  | RegistrationAnswer
  /** Its process died, as it does without memory, or did not finish in time. */
  | { ok: false; why: 'died' | 'endless' };

export interface RegistrationRunner {
  /** Rejects with the reason of the signal when it is cancelled, and with the error of a file that cannot be read. */
  register(order: RegistrationOrder, signal: AbortSignal, onProgress?: (fraction: number) => Promise<void>): Promise<RegistrationOutcome>;
}

const WORKER = new URL('./registration.worker.ts', import.meta.url);
const MAX_MS = 20 * 60_000;
const MEMORY_MB = 3_072;
/** Of the voxels of one volume: some 700 slices of a CT. With its copies it takes a third of the memory. */
const MOST_BYTES = 384 * 1024 ** 2;

/** Registers in a process of its own, with a low priority, limited memory and no network. It keeps nothing. */
export function createRegistrationRunner({
  worker = WORKER,
  maxMs = MAX_MS,
  memoryMb = MEMORY_MB,
  mostBytes = MOST_BYTES,
} = {}): RegistrationRunner {
  return {
    async register({ fixed, moving, ...how }, signal, onProgress) {
      let fault: unknown = null;
      const files = [fixed, moving].map((file) => keepingFault(file, (error) => (fault = error)));
      const input: RegistrationRun = { ...how, mostBytes };
      try {
        const answer = await runInProcess<RegistrationAnswer>(worker, {
          ...{ input, files, signal, maxMs, name: 'The registration', limits: { memoryMb, hasNetwork: false } },
          onPart: async (part) => onProgress?.((part as { fraction: number }).fraction),
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
