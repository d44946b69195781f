/** Centre and radii in millimetres of patient directions (x to the left, y to the back, z to the head), turned about z in degrees. */
export function createEllipsoid(center: Triple, radii: Triple, turned = 0): Ellipsoid {
  const angle = (turned * Math.PI) / 180;
  return {
    center,
    radii,
    turned,
    cosine: Math.cos(angle),
    sine: Math.sin(angle),
    reach: Math.max(radii[0], radii[1]),
    thinnest: Math.min(...radii),
  };
}

export type Triple = readonly [number, number, number];

export interface Ellipsoid {
  center: Triple;
  radii: Triple;
  turned: number;
  cosine: number;
  sine: number;
  reach: number;
  thinnest: number;
}

/** A pair of organs: this one and its mirror image on the other side of the body. */
export function createPair(center: Triple, radii: Triple, turned = 0): readonly [Ellipsoid, Ellipsoid] {
  const [x, y, z] = center;
  return [createEllipsoid(center, radii, turned), createEllipsoid([-x, y, z], radii, -turned)];
}

/** How much of a small voxel at a point is inside: 1 inside, 0 outside, with a transition of about a millimetre like a partial volume effect. */
export function insidePart(shape: Ellipsoid, x: number, y: number, z: number, edgeMm = 1.2): number {
  const { center, radii, cosine, sine, reach, thinnest } = shape;
  const dx = x - center[0];
  const dy = y - center[1];
  const dz = z - center[2];
  const margin = 1 + edgeMm / thinnest;
  // Most points are far from most organs.
  if (Math.abs(dz) > radii[2] * margin || Math.abs(dx) > reach * margin || Math.abs(dy) > reach * margin) return 0;
  const ex = (dx * cosine + dy * sine) / radii[0];
  const ey = (dy * cosine - dx * sine) / radii[1];
  const ez = dz / radii[2];
  const depthMm = (1 - Math.sqrt(ex * ex + ey * ey + ez * ez)) * thinnest;
  if (depthMm >= edgeMm) return 1;
  return depthMm <= -edgeMm ? 0 : 0.5 + depthMm / (2 * edgeMm);
}
