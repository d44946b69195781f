import { wrap } from 'comlink';
import { workerFailure } from '#workers/worker-failure.ts';
import type { AgreementWorker } from './agreement-worker.ts';
import type { AskedPair, SentMask } from './types.ts';

export interface MaskDices {
  /** False: the mask cannot be read. Rejects if the worker breaks: it then answers no more. */
  open(mask: SentMask): Promise<boolean>;
  /** Dice of each pair of segments of open masks; null: both are empty. */
  dices(pair: AskedPair): Promise<(number | null)[]>;
  close(segmentation: string): Promise<void>;
  /** Also what is being replayed. */
  end(): void;
}

/** A worker of its own: masks of thousands of strokes are replayed while the page is in use. To cancel is to end it. */
export function createMaskDices(): MaskDices {
  const worker = new Worker(new URL('./agreement.worker.ts', import.meta.url), { type: 'module', name: 'agreement' });
  const failed = workerFailure(worker, 'agreement');
  const agreement = wrap<AgreementWorker>(worker);
  return {
    open: (mask) => Promise.race([agreement.open(mask), failed]),
    dices: (pair) => Promise.race([agreement.dices(pair), failed]),
    close: (segmentation) => Promise.race([agreement.close(segmentation), failed]),
    end: () => worker.terminate(),
  };
}
