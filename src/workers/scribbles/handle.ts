import { proxy, transfer, wrap } from 'comlink';
import { workerFailure } from '#workers/worker-failure.ts';
import type { ScribbleWorker } from './scribble-worker.ts';
import type { OnScribbledPart, ScribbleAnswer, ScribbledImage, ScribbleRequest } from './types.ts';

export { slicesToBits } from '#imaging/scribbles/slices-to-bits.ts';
export { takenBits } from '#imaging/scribbles/taken-bits.ts';

export interface Scribbles {
  /** The values go to the worker, and are not here afterwards. Rejects if the worker breaks: it then answers no more. */
  open(image: ScribbledImage): Promise<void>;
  /** See `ScribbleWorker`. One at a time. */
  compute(request: ScribbleRequest, looked: readonly number[], tell: OnScribbledPart): Promise<ScribbleAnswer>;
  /** Also while it computes. Returns memory. */
  end(): void;
}

/** A worker of its own: strokes of the brush wait for the worker of the voxels. */
export function createScribbles(): Scribbles {
  const worker = new Worker(new URL('./scribbles.worker.ts', import.meta.url), { type: 'module', name: 'scribbles' });
  const failed = workerFailure(worker, 'scribbles');
  const scribbles = wrap<ScribbleWorker>(worker);
  return {
    open: (image) => Promise.race([scribbles.open(transfer(image, [image.samples.buffer as ArrayBuffer])), failed]),
    compute: (request, looked, tell) => Promise.race([scribbles.compute(request, looked, proxy(tell)), failed]),
    end: () => worker.terminate(),
  };
}
