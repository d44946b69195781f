/** Weights of a filter along one axis for the distances 0, 1, 2 …; on the other side they are the same, or the same with the other sign. */
export interface Kernel {
  weights: Float64Array;
  isOdd: boolean;
}

/** How far the widest filter of the features reaches, in voxels. */
export const TRUNCATE = 4;

/**
 * A Gaussian or its first or second derivative, as `scipy.ndimage.gaussian_filter1d` has it: sampled, cut off at four standard deviations.
 *
 * @param sigma in voxels
 */
export function gaussianKernel(sigma: number, order: 0 | 1 | 2): Kernel {
  const radius = Math.floor(TRUNCATE * sigma + 0.5);
  const variance = sigma * sigma;
  const weights = Float64Array.from({ length: radius + 1 }, (_, at) => Math.exp((-0.5 / variance) * at * at));
  const sum = weights.reduce((total, weight, at) => total + (at === 0 ? weight : 2 * weight), 0);
  for (let at = 0; at <= radius; at += 1) {
    const derivative = order === 0 ? 1 : order === 1 ? at / variance : (at * at) / (variance * variance) - 1 / variance;
    weights[at] = (weights[at]! / sum) * derivative;
  }
  return { weights, isOdd: order === 1 };
}

/** `mode='reflect'` of scipy: (d c b a | a b c d | d c b a). */
export function reflected(index: number, length: number): number {
  const period = 2 * length;
  const at = ((index % period) + period) % period;
  return at < length ? at : period - 1 - at;
}
