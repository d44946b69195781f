import { Worker } from 'node:worker_threads';

/**
 * What a thread says, once; `endless` when it has not come to that in time. Rejects when it broke, ended silently or was called off. The thread,
 * and all memory that it took, is gone in every case.
 */
export async function runInThread<Output>(url: URL, { workerData, signal, maxMs }: ThreadRun): Promise<Output | 'endless'> {
  signal.throwIfAborted();
  const limit = AbortSignal.timeout(maxMs);
  const stop = AbortSignal.any([signal, limit]);
  // Its output streams are held back: converters print names of series.
  const thread = new Worker(url, { workerData, stdout: true, stderr: true, env: {}, execArgv: [] });
  try {
    return await new Promise<Output>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (cause) => reject(new Error('The converter broke', { cause })));
      thread.once('exit', () => reject(new Error('The converter ended without an answer')));
      stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
    });
  } catch (error) {
    if (limit.aborted && !signal.aborted) return 'endless';
    throw error;
  } finally {
    await thread.terminate();
  }
}

interface ThreadRun {
  /** Cloned, but for what stands in shared memory: see `sharedBytes`. */
  workerData: unknown;
  signal: AbortSignal;
  maxMs: number;
}
