import { transfer, wrap } from 'comlink';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import { workerFailure } from '#workers/worker-failure.ts';
import type { Click, Corrected, OpenedClicks, PageClicks } from './types.ts';
import type { ClickWorker } from './click-worker.ts';

export interface Clicks {
  /** The samples of the images go to the worker, and are not here afterwards. Rejects if the worker breaks: it then answers no more. */
  open(request: PageClicks): Promise<OpenedClicks>;
  correct(mask: Bits, clicks: readonly Click[]): Promise<Corrected>;
  /** Also while it computes. Returns the memory of WebAssembly. */
  end(): void;
}

/** A worker of its own, on one thread: strokes wait for the worker of the voxels. */
export function createClicks(): Clicks {
  const worker = new Worker(new URL('./clicks.worker.ts', import.meta.url), { type: 'module', name: 'clicks' });
  const failed = workerFailure(worker, 'clicks');
  const clicks = wrap<ClickWorker>(worker);
  return {
    open(request) {
      const buffers = request.channels.map(({ samples }) => samples.buffer as ArrayBuffer);
      return Promise.race([clicks.open(transfer(request, buffers)), failed]);
    },
    correct: (mask, made) => Promise.race([clicks.correct(mask, made), failed]),
    end: () => worker.terminate(),
  };
}
