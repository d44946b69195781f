import type { Vector } from '#model/pictures/geometry.ts';
import type { Facing } from '#model/pictures/image-plane.ts';
import { dot, length, minus, scaled } from '#model/pictures/vector.ts';
import type { SmoothSurface } from '#workers/surfaces/types.ts';
import { towardsViewer } from './turn-view.ts';

/** What lies before the plane is not drawn: points whose product with the normal is less than the offset. mm, patient coordinates of DICOM. */
export interface CutPlane {
  /** Length 1. */
  normal: Vector;
  offsetMm: number;
}

/** Sphere around all surfaces. */
export interface Around {
  center: Vector;
  radiusMm: number;
}

/** Around the middle of the box of all corners, and of other points (x y z one after the other); null: there are none. */
export function aroundOf(surfaces: readonly SmoothSurface[], others: ArrayLike<number> = []): Around | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const points of [...surfaces.map((surface) => surface.points), others])
    for (let at = 0; at < points.length; at += 1) {
      low[at % 3] = Math.min(low[at % 3]!, points[at]!);
      high[at % 3] = Math.max(high[at % 3]!, points[at]!);
    }
  if (low[0] === Infinity) return null;
  const center = low.map((one, axis) => (one + high[axis]!) / 2) as unknown as Vector;
  return { center, radiusMm: length(minus(high as unknown as Vector, center)) };
}

/** Cuts away the half that is nearer to the viewer. */
export function cutFacing(facing: Facing, { center }: Around): CutPlane {
  const normal = scaled(towardsViewer(facing), -1);
  return { normal, offsetMm: dot(normal, center) };
}

/** How deep a plane is: 0 before all surfaces, 1 behind them. */
export function depthOf({ normal, offsetMm }: CutPlane, { center, radiusMm }: Around): number {
  const depth = (offsetMm - dot(normal, center)) / (2 * radiusMm) + 0.5;
  return Math.min(1, Math.max(0, depth));
}

export function withDepth({ normal }: CutPlane, depth: number, { center, radiusMm }: Around): CutPlane {
  return { normal, offsetMm: dot(normal, center) + (2 * Math.min(1, Math.max(0, depth)) - 1) * radiusMm };
}

/** Triangles of which nothing is drawn, of all of them. */
export function cutTriangles(surfaces: readonly SmoothSurface[], cut: CutPlane | null): { cut: number; all: number } {
  const all = surfaces.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
  if (cut === null) return { cut: 0, all };
  const { normal, offsetMm } = cut;
  let away = 0;
  for (const { points, triangles } of surfaces) {
    const isBefore = (corner: number): boolean =>
      dot(normal, [points[3 * corner]!, points[3 * corner + 1]!, points[3 * corner + 2]!]) < offsetMm;
    for (let at = 0; at < triangles.length; at += 3)
      if (isBefore(triangles[at]!) && isBefore(triangles[at + 1]!) && isBefore(triangles[at + 2]!)) away += 1;
  }
  return { cut: away, all };
}
