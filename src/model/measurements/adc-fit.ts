/** The signal of a region at a b-value in s/mm². */
export interface DiffusionPoint {
  b: number;
  signal: number;
}

export interface AdcFit {
  /** mm²/s. */
  adc: number;
  /** One standard error of it; null where two points leave nothing to judge by. */
  error: number | null;
  /** Signal without diffusion weighting. */
  s0: number;
}

/**
 * The apparent diffusion coefficient of one exponential, S(b) = S0 exp(-b ADC): least squares of the logarithms, as scanners fit their maps. Null
 * without two different b-values, and where a signal is not above 0.
 */
export function fitAdc(points: readonly DiffusionPoint[]): AdcFit | null {
  if (points.some(({ signal }) => !(signal > 0))) return null;
  const count = points.length;
  const [xs, ys] = [points.map(({ b }) => b), points.map(({ signal }) => Math.log(signal))];
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const spread = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  if (!(spread > 0)) return null;
  const slope = xs.reduce((sum, x, at) => sum + (x - meanX) * (ys[at]! - meanY), 0) / spread;
  const start = meanY - slope * meanX;
  const rest = xs.reduce((sum, x, at) => sum + (ys[at]! - start - slope * x) ** 2, 0);
  return { adc: -slope, error: count > 2 ? Math.sqrt(rest / (count - 2) / spread) : null, s0: Math.exp(start) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
