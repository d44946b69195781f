import type { Voxel } from '#model/grids/voxel-space.ts';

/**
 * Squared distance in mm of each voxel to the nearest one with the value, exact (Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions).
 * `bytes` are 0 or 1, in the order of `boxToBytes`; `spacing` along its axes. Infinity without any such voxel. The steps must be perpendicular.
 */
export function squaredDistances(
  bytes: Uint8Array,
  size: Voxel,
  spacing: readonly [number, number, number],
  value: 0 | 1,
): Float64Array<ArrayBuffer> {
  const distances = new Float64Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== value) distances[at] = Infinity;
  const [columns, rows, slices] = size;
  const strides = [1, columns, columns * rows];
  const longest = Math.max(columns, rows, slices);
  const line = new Float64Array(longest);
  const places = new Int32Array(longest);
  const borders = new Float64Array(longest + 1);
  for (const axis of [0, 1, 2] as const) {
    const length = size[axis];
    if (length === 1) continue;
    const [a, b] = [0, 1, 2].filter((each) => each !== axis) as [number, number];
    for (let i = 0; i < size[a]!; i += 1)
      for (let j = 0; j < size[b]!; j += 1)
        lowerEnvelope(distances, i * strides[a]! + j * strides[b]!, strides[axis]!, length, spacing[axis], { line, places, borders });
  }
  return distances;
}

interface Spare {
  line: Float64Array;
  places: Int32Array;
  borders: Float64Array;
}

/** The distances along one line: the lowest of the parabolas that stand on its voxels. */
function lowerEnvelope(
  distances: Float64Array,
  start: number,
  stride: number,
  length: number,
  mm: number,
  { line, places, borders }: Spare,
): void {
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const value = distances[start + at * stride]!;
    line[at] = value;
    if (value === Infinity) continue;
    let border = -Infinity;
    while (count > 0) {
      const before = places[count - 1]!;
      border = (value - line[before]!) / (2 * mm * mm * (at - before)) + (at + before) / 2;
      if (border > borders[count - 1]!) break;
      count -= 1;
    }
    places[count] = at;
    borders[count] = count === 0 ? -Infinity : border;
    count += 1;
  }
  if (count === 0) return;
  borders[count] = Infinity;
  let nearest = 0;
  for (let at = 0; at < length; at += 1) {
    while (borders[nearest + 1]! < at) nearest += 1;
    const away = (at - places[nearest]!) * mm;
    distances[start + at * stride] = away * away + line[places[nearest]!]!;
  }
}
