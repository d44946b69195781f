/** Along one axis: how an image is padded, and where its patches begin in the padded image. */
export interface AxisTiles {
  /** Voxels after padding: a whole number of `multiple`, at least one patch. */
  padded: number;
  /** Padding before the first voxel. */
  before: number;
  starts: readonly number[];
}

/** Patches at even distances, of which two neighbours share at least `overlap` of a patch. */
export function axisTiles(size: number, { patch, multiple, overlap }: { patch: number; multiple: number; overlap: number }): AxisTiles {
  const padded = Math.max(patch, Math.ceil(size / multiple) * multiple);
  const room = padded - patch;
  const longest = Math.max(1, Math.floor(patch * (1 - overlap)));
  const gaps = Math.ceil(room / longest);
  const starts = Array.from({ length: gaps + 1 }, (_, index) => (gaps === 0 ? 0 : Math.round((room * index) / gaps)));
  return { padded, before: Math.floor((padded - size) / 2), starts };
}

/** Weight of each voxel along one axis of a patch: a Gaussian whose standard deviation is an eighth of the patch. Never 0. */
export function patchWeights(patch: number): Float64Array {
  const [middle, deviation] = [(patch - 1) / 2, patch / 8];
  return Float64Array.from({ length: patch }, (_, index) => Math.exp(-(((index - middle) / deviation) ** 2) / 2));
}

/** Sum of the weights of all patches at each voxel of an axis. The patches form a grid, so the product over the axes is the sum at a voxel. */
export function weightSums({ padded, starts }: AxisTiles, weights: Float64Array): Float64Array {
  const sums = new Float64Array(padded);
  for (const start of starts) for (let index = 0; index < weights.length; index += 1) sums[start + index]! += weights[index]!;
  return sums;
}
