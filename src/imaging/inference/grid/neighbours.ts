/** For each place along an axis: the two voxels beside it, as offsets in an array, and the part of the second one. */
export interface Neighbours {
  low: Int32Array;
  high: Int32Array;
  part: Float64Array;
}

/** `places` lie between voxels of an axis of `size`; the edge value holds outside. `stride`: between two voxels of the axis in the array. */
export function neighboursOf(places: Float64Array, size: number, stride: number): Neighbours {
  const [low, high, part] = [new Int32Array(places.length), new Int32Array(places.length), new Float64Array(places.length)];
  for (let index = 0; index < places.length; index += 1) {
    const place = Math.min(Math.max(places[index]!, 0), size - 1);
    const first = Math.min(Math.floor(place), Math.max(0, size - 2));
    low[index] = first * stride;
    high[index] = Math.min(first + 1, size - 1) * stride;
    part[index] = place - first;
  }
  return { low, high, part };
}
