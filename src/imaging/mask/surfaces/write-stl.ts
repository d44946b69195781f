import { cross, dot, scaled } from '#model/pictures/vector.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import type { Surface } from './surface.ts';

const HEAD_BYTES = 80;
const TRIANGLE_BYTES = 50;

/** A surface as a binary STL file, in mm. The head says that the coordinates are those of DICOM (LPS), which 3D Slicer reads there. */
export function writeStl({ points, triangles }: Surface): Uint8Array<ArrayBuffer> {
  const count = triangles.length / 3;
  const bytes = new Uint8Array(HEAD_BYTES + 4 + count * TRIANGLE_BYTES);
  bytes.set(new TextEncoder().encode('Lightship. SPACE=LPS'));
  const view = new DataView(bytes.buffer);
  view.setUint32(HEAD_BYTES, count, true);
  const corner = (number: number): Vector => [points[3 * number]!, points[3 * number + 1]!, points[3 * number + 2]!];
  for (let triangle = 0; triangle < count; triangle += 1) {
    const corners = [0, 1, 2].map((each) => corner(triangles[3 * triangle + each]!)) as [Vector, Vector, Vector];
    [normalOf(corners), ...corners].flat().forEach((value, index) => {
      view.setFloat32(HEAD_BYTES + 4 + triangle * TRIANGLE_BYTES + 4 * index, value, true);
    });
  }
  return bytes;
}

/** A triangle without an area has none. */
function normalOf([a, b, c]: readonly [Vector, Vector, Vector]): Vector {
  const normal = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
  const length = Math.sqrt(dot(normal, normal));
  return length > 0 ? scaled(normal, 1 / length) : [0, 0, 0];
}
