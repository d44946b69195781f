import type { Surface } from './surface.ts';

/** At each corner the mean of the normals of its triangles, by their areas: outwards, length 1. A corner of no area has 0 0 0. */
export function surfaceNormals({ points, triangles }: Surface): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(points.length);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    const [ux, uy, uz] = [points[b]! - points[a]!, points[b + 1]! - points[a + 1]!, points[b + 2]! - points[a + 2]!];
    const [vx, vy, vz] = [points[c]! - points[a]!, points[c + 1]! - points[a + 1]!, points[c + 2]! - points[a + 2]!];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) {
      normals[corner]! += x;
      normals[corner + 1]! += y;
      normals[corner + 2]! += z;
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    const size = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[at] = x / size;
    normals[at + 1] = y / size;
    normals[at + 2] = z / size;
  }
  return normals;
}
