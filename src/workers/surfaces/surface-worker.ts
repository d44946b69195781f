import { transfer } from 'comlink';
import { smoothSurface } from './smooth-surface.ts';
import type { ShapeOfSegment, Surfaced } from './types.ts';

/** Computes surfaces, so that drawing waits for none of them. */
export class SurfaceWorker {
  smoothSurface(shape: ShapeOfSegment): Surfaced {
    const made = smoothSurface(shape);
    if (!made.ok) return made;
    const { points, normals, triangles } = made.surface;
    return transfer(made, [points.buffer, normals.buffer, triangles.buffer]);
  }
}
