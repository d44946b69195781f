import { boundsOf, boxSize, paddedBox, type Bits } from '#imaging/mask/bits/bits.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { cross, dot } from '#model/pictures/vector.ts';

/** Triangles of a closed surface. mm, in the patient coordinates of DICOM. */
export interface Surface {
  /** x y z of each corner. */
  points: Float32Array<ArrayBuffer>;
  /** Three numbers of corners for each triangle, counterclockwise as seen from outside. */
  triangles: Uint32Array<ArrayBuffer>;
}

export const NO_SURFACE: Surface = { points: new Float32Array(0), triangles: new Uint32Array(0) };

/**
 * The surface of a mask by surface nets (Gibson 1998): a corner in each cell between eight voxels that the border crosses. Smoothing moves each corner towards
 * its neighbours, `rounds` times, but never out of its cell, so that no detail larger than a voxel is lost; 0 leaves the corners in the middle of the border.
 */
export function surfaceOf(bits: Bits, space: VoxelSpace, rounds = 6): Surface {
  const bounds = boundsOf(bits);
  if (bounds === null) return NO_SURFACE;
  const box = paddedBox(bounds, [1, 1, 1]);
  const size = boxSize(box);
  const net = netOf(boxToBytes(bits, box), size);
  for (let round = 0; round < rounds; round += 1) for (const part of [INWARDS, OUTWARDS]) relax(net, part);
  return placed(net, box.from, space);
}

/** Parts of the way to the neighbours' mean (Taubin 1995): corners that only moved towards it would shrink a ball of 20 voxels by 3 %. */
const INWARDS = 0.5;
const OUTWARDS = -0.53;

interface Net {
  /** i j k of each corner, in voxels of the box. */
  places: Float32Array<ArrayBuffer>;
  /** The first voxel of its cell. */
  cells: Int32Array<ArrayBuffer>;
  /** Four corners each, counterclockwise as seen from outside in a right-handed space. */
  quads: Uint32Array<ArrayBuffer>;
}

function netOf(bytes: Uint8Array, [columns, rows, slices]: Voxel): Net {
  const plane = columns * rows;
  const numbers = new Int32Array(bytes.length).fill(-1);
  const places: number[] = [];
  const cells: number[] = [];
  const offsets = [0, 1, columns, columns + 1, plane, plane + 1, plane + columns, plane + columns + 1];
  for (let k = 0; k < slices - 1; k += 1)
    for (let j = 0; j < rows - 1; j += 1)
      for (let i = 0; i < columns - 1; i += 1) {
        const at = k * plane + j * columns + i;
        let [set, corners] = [0, 0];
        for (let corner = 0; corner < 8; corner += 1)
          if (bytes[at + offsets[corner]!] === 1) {
            set += 1;
            corners |= 1 << corner;
          }
        if (set === 0 || set === 8) continue;
        numbers[at] = cells.length / 3;
        cells.push(i, j, k);
        const middle = MIDDLES[corners]!;
        places.push(i + middle[0], j + middle[1], k + middle[2]);
      }
  return { places: Float32Array.from(places), cells: Int32Array.from(cells), quads: quadsOf(bytes, numbers, [columns, rows, slices]) };
}

/** For each pattern of set corners: the mean of the middles of the edges that the border crosses. */
const MIDDLES: readonly Voxel[] = Array.from({ length: 256 }, (_, corners): Voxel => {
  const sum = [0, 0, 0];
  let count = 0;
  for (let corner = 0; corner < 8; corner += 1)
    for (const axis of [0, 1, 2]) {
      const other = corner | (1 << axis);
      if (other === corner || ((corners >> corner) & 1) === ((corners >> other) & 1)) continue;
      count += 1;
      for (const each of [0, 1, 2]) sum[each]! += each === axis ? 0.5 : (corner >> each) & 1;
    }
  return sum.map((total) => (count === 0 ? 0.5 : total / count)) as unknown as Voxel;
});

/** A quad for each pair of neighbouring voxels of which one is set: between the four cells around the edge from one to the other. */
function quadsOf(bytes: Uint8Array, numbers: Int32Array, [columns, rows, slices]: Voxel): Uint32Array<ArrayBuffer> {
  const strides = [1, columns, columns * rows] as const;
  const quads: number[] = [];
  for (let k = 1; k < slices - 1; k += 1)
    for (let j = 1; j < rows - 1; j += 1)
      for (let i = 1; i < columns - 1; i += 1) {
        const at = k * strides[2] + j * strides[1] + i;
        if (bytes[at] !== 1) continue;
        for (let axis = 0; axis < 3; axis += 1) {
          const [u, v] = [strides[(axis + 1) % 3]!, strides[(axis + 2) % 3]!];
          for (const isForward of [true, false]) {
            if (bytes[isForward ? at + strides[axis]! : at - strides[axis]!] === 1) continue;
            const cell = isForward ? at : at - strides[axis]!;
            const [a, b, c, d] = [numbers[cell - u - v]!, numbers[cell - v]!, numbers[cell]!, numbers[cell - u]!];
            if (isForward) quads.push(a, b, c, d);
            else quads.push(a, d, c, b);
          }
        }
      }
  return Uint32Array.from(quads);
}

/** Each corner a part of the way to the mean of its neighbours along the sides of quads, as far as its cell reaches. */
function relax({ places, cells, quads }: Net, part: number): void {
  const sums = new Float32Array(places.length);
  const counts = new Uint8Array(places.length / 3);
  for (let quad = 0; quad < quads.length; quad += 4)
    for (let side = 0; side < 4; side += 1) {
      const [from, to] = [quads[quad + side]!, quads[quad + ((side + 1) & 3)]!];
      counts[from]! += 1;
      // Each side belongs to two quads that run along it in opposite directions, so every neighbour is counted once.
      for (let axis = 0; axis < 3; axis += 1) sums[3 * from + axis]! += places[3 * to + axis]!;
    }
  for (let corner = 0; corner < counts.length; corner += 1) {
    if (counts[corner] === 0) continue;
    for (let axis = 0; axis < 3; axis += 1) {
      const at = 3 * corner + axis;
      const low = cells[at]!;
      const moved = places[at]! + part * (sums[at]! / counts[corner]! - places[at]!);
      places[at] = Math.min(low + 1, Math.max(low, moved));
    }
  }
}

/** In the patient. Where the axes of the grid are left-handed, triangles are turned round. */
function placed({ places, quads }: Net, from: Voxel, { origin, steps: [i, j, k] }: VoxelSpace): Surface {
  const points = new Float32Array(places.length);
  for (let at = 0; at < places.length; at += 3) {
    const [u, v, w] = [places[at]! + from[0], places[at + 1]! + from[1], places[at + 2]! + from[2]];
    for (let axis = 0; axis < 3; axis += 1) points[at + axis] = origin[axis]! + i[axis]! * u + j[axis]! * v + k[axis]! * w;
  }
  const isRightHanded = dot(cross(i, j), k) > 0;
  const triangles = new Uint32Array((quads.length / 4) * 6);
  for (let quad = 0, at = 0; quad < quads.length; quad += 4, at += 6) {
    const [a, b, c, d] = quads.subarray(quad, quad + 4) as unknown as [number, number, number, number];
    triangles.set(isRightHanded ? [a, b, c, a, c, d] : [a, c, b, a, d, c], at);
  }
  return { points, triangles };
}

/** mm³; negative if the triangles look inwards. */
export function surfaceVolume({ points, triangles }: Surface): number {
  let six = 0;
  forEachTriangle(points, triangles, (ax, ay, az, bx, by, bz, cx, cy, cz) => {
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  });
  return six / 6;
}

/** mm². */
export function surfaceArea({ points, triangles }: Surface): number {
  let two = 0;
  forEachTriangle(points, triangles, (ax, ay, az, bx, by, bz, cx, cy, cz) => {
    const normal = cross([bx - ax, by - ay, bz - az], [cx - ax, cy - ay, cz - az]);
    two += Math.sqrt(dot(normal, normal));
  });
  return two / 2;
}

type TriangleReader = (ax: number, ay: number, az: number, bx: number, by: number, bz: number, cx: number, cy: number, cz: number) => void;

/** From the first corner of the surface, so that places far from the origin cost no digits. */
function forEachTriangle(points: Float32Array, triangles: Uint32Array, read: TriangleReader): void {
  const [x = 0, y = 0, z = 0] = points;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    read(
      points[a]! - x,
      points[a + 1]! - y,
      points[a + 2]! - z,
      points[b]! - x,
      points[b + 1]! - y,
      points[b + 2]! - z,
      points[c]! - x,
      points[c + 1]! - y,
      points[c + 2]! - z,
    );
  }
}
