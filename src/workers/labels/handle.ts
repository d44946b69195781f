import { wrap } from 'comlink';
import { workerFailure } from '#workers/worker-failure.ts';
import type { LabelsWorker } from './labels-worker.ts';
import type { LabelMapRead } from './types.ts';

/** Reads a NIfTI label map, compressed or not, in a worker that ends afterwards. Rejects if the worker breaks. */
export async function readLabelMap(nifti: Uint8Array): Promise<LabelMapRead> {
  const worker = new Worker(new URL('./labels.worker.ts', import.meta.url), { type: 'module', name: 'labels' });
  try {
    return await Promise.race([wrap<LabelsWorker>(worker).read(nifti), workerFailure(worker, 'labels')]);
  } finally {
    worker.terminate();
  }
}
