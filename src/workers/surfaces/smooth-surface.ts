import { boundsOf, boxSize } from '#imaging/mask/bits/bits.ts';
import { NO_SURFACE, surfaceOf } from '#imaging/mask/surfaces/surface.ts';
import { surfaceNormals } from '#imaging/mask/surfaces/surface-normals.ts';
import type { ShapeOfSegment, Surfaced } from './types.ts';

/** Five bytes are taken for each voxel of the box around the segment. */
const MOST_BOX_VOXELS = 2 ** 26;
const MOST_TRIANGLES = 2_000_000;

interface Limits {
  boxVoxels: number;
  triangles: number;
}

/**
 * The surface of a segment, smoothed as `surfaceOf` does it: a sphere keeps its volume within 2 %, and no corner leaves its cell between eight voxels. Empty if
 * the segment is.
 */
export function smoothSurface(
  { bits, space }: ShapeOfSegment,
  limits: Limits = { boxVoxels: MOST_BOX_VOXELS, triangles: MOST_TRIANGLES },
): Surfaced {
  if (space === null) return { ok: false, why: 'no-volume' };
  const bounds = boundsOf(bits);
  if (bounds === null) return { ok: true, surface: { ...NO_SURFACE, normals: new Float32Array(0) } };
  const [columns, rows, slices] = boxSize(bounds);
  if (columns * rows * slices > limits.boxVoxels) return { ok: false, why: 'too-large' };
  const surface = surfaceOf(bits, space);
  if (surface.triangles.length / 3 > limits.triangles) return { ok: false, why: 'too-large' };
  return { ok: true, surface: { ...surface, normals: surfaceNormals(surface) } };
}
