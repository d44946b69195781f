import { computeFeatures, featureCount, type Image } from './compute-features.ts';
import { slabSlices } from './slab-slices.ts';

/** Features of single voxels, feature after feature. `places` ascend. `step`: slices of a slab; those without a place are not computed. */
export function featuresAt(image: Image, places: Uint32Array, step = slabSlices(image.size)): Float32Array {
  const { size, channels } = image;
  const found = new Float32Array(featureCount(channels.length) * places.length);
  const plane = size[0] * size[1];
  let from = 0;
  for (let first = 0; first < size[2]; first += step) {
    const count = Math.min(step, size[2] - first);
    const begin = from;
    while (from < places.length && places[from]! < (first + count) * plane) from += 1;
    if (from === begin) continue;
    const end = from;
    computeFeatures(image, first, count, (feature, values) => {
      const column = feature * places.length;
      for (let at = begin; at < end; at += 1) found[column + at] = values[places[at]! - first * plane]!;
    });
  }
  return found;
}
