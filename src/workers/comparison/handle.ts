import { wrap } from 'comlink';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { MaskComparison } from '#imaging/mask/compare/compare-masks.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { workerFailure } from '#workers/worker-failure.ts';
import type { ComparisonWorker } from './comparison-worker.ts';

export { moreThanHalf } from '#imaging/mask/compare/majority.ts';
export type { MaskComparison };

export interface Comparison {
  /** See `compareMasks`. Rejects if the worker breaks: it then answers no more. */
  compare(a: Bits, b: Bits, space: VoxelSpace | null): Promise<MaskComparison>;
  /** Also what is being computed. */
  end(): void;
}

/** A worker of its own: the distances of a liver take a second, and strokes wait for the worker of the voxels. To cancel is to end it. */
export function createComparison(): Comparison {
  const worker = new Worker(new URL('./comparison.worker.ts', import.meta.url), { type: 'module', name: 'comparison' });
  const failed = workerFailure(worker, 'comparison');
  const comparison = wrap<ComparisonWorker>(worker);
  return {
    compare: (a, b, space) => Promise.race([comparison.compare(a, b, space), failed]),
    end: () => worker.terminate(),
  };
}
