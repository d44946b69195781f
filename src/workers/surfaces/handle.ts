import { wrap } from 'comlink';
import { workerFailure } from '#workers/worker-failure.ts';
import type { ShapeOfSegment, Surfaced } from './types.ts';
import type { SurfaceWorker } from './surface-worker.ts';

export interface Surfaces {
  /** Rejects if the worker breaks: it then answers no more. */
  smoothSurface(shape: ShapeOfSegment): Promise<Surfaced>;
  end(): void;
}

/** A worker of its own: a surface of 200,000 triangles takes 160 ms, and strokes wait for the worker of the voxels. */
export function createSurfaces(): Surfaces {
  const worker = new Worker(new URL('./surfaces.worker.ts', import.meta.url), { type: 'module', name: 'surfaces' });
  const failed = workerFailure(worker, 'surface');
  const surfaces = wrap<SurfaceWorker>(worker);
  return {
    smoothSurface: (shape) => Promise.race([surfaces.smoothSurface(shape), failed]),
    end: () => worker.terminate(),
  };
}
