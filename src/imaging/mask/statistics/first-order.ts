/**
 * First-order features by the names of the Image Biomarker Standardisation Initiative (IBSI, reference manual 3.3 and 3.4). Variance and what depends on it
 * are those of the population, kurtosis is the excess over that of a normal distribution. A quotient by 0 is null.
 */
export interface FirstOrder {
  mean: number;
  variance: number;
  standardDeviation: number;
  skewness: number;
  excessKurtosis: number;
  median: number;
  minimum: number;
  percentile10: number;
  percentile90: number;
  maximum: number;
  interquartileRange: number;
  range: number;
  meanAbsoluteDeviation: number;
  /** Of the values from the 10th to the 90th percentile. */
  robustMeanAbsoluteDeviation: number;
  medianAbsoluteDeviation: number;
  coefficientOfVariation: number | null;
  quartileCoefficientOfDispersion: number | null;
  energy: number;
  rootMeanSquare: number;
}

/** `sorted`: in increasing order. Null without values. */
export function firstOrder(sorted: Float64Array): FirstOrder | null {
  if (sorted.length === 0) return null;
  const mean = meanOf(sorted, (value) => value);
  const variance = meanOf(sorted, (value) => (value - mean) ** 2);
  const median = percentile(sorted, 50);
  const [minimum, maximum] = [sorted[0]!, sorted.at(-1)!];
  const [percentile10, lower, upper, percentile90] = [10, 25, 75, 90].map((part) => percentile(sorted, part)) as [
    number,
    number,
    number,
    number,
  ];
  const robust = sorted.filter((value) => value >= percentile10 && value <= percentile90);
  const robustMean = meanOf(robust, (value) => value);
  const energy = sorted.reduce((sum, value) => sum + value ** 2, 0);
  return {
    mean,
    variance,
    standardDeviation: Math.sqrt(variance),
    skewness: variance > 0 ? meanOf(sorted, (value) => (value - mean) ** 3) / variance ** 1.5 : 0,
    excessKurtosis: variance > 0 ? meanOf(sorted, (value) => (value - mean) ** 4) / variance ** 2 - 3 : 0,
    median,
    minimum,
    percentile10,
    percentile90,
    maximum,
    interquartileRange: upper - lower,
    range: maximum - minimum,
    meanAbsoluteDeviation: meanOf(sorted, (value) => Math.abs(value - mean)),
    robustMeanAbsoluteDeviation: meanOf(robust, (value) => Math.abs(value - robustMean)),
    medianAbsoluteDeviation: meanOf(sorted, (value) => Math.abs(value - median)),
    coefficientOfVariation: quotient(Math.sqrt(variance), mean),
    quartileCoefficientOfDispersion: quotient(upper - lower, upper + lower),
    energy,
    rootMeanSquare: Math.sqrt(energy / sorted.length),
  };
}

/** Between two values, linear (as NumPy). `part`: 0 to 100. NaN without values. */
export function percentile(sorted: Float64Array, part: number): number {
  const at = (part / 100) * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export interface Histogram {
  /** Lower end of the first bin. */
  from: number;
  width: number;
  counts: Uint32Array<ArrayBuffer>;
}

/** Bins of one width from the smallest value to the largest, which belongs to the last one. Null without values. */
export function histogramOf(sorted: Float64Array, bins: number): Histogram | null {
  if (sorted.length === 0) return null;
  const [from, to] = [sorted[0]!, sorted.at(-1)!];
  const width = (to - from) / bins;
  const counts = new Uint32Array(bins);
  for (const value of sorted) counts[width > 0 ? Math.min(bins - 1, Math.floor((value - from) / width)) : 0]! += 1;
  return { from, width, counts };
}

/** Discretised intensity entropy (in bits) and uniformity of IBSI, of the bins of a histogram. */
export function histogramFeatures({ counts }: Histogram): { entropy: number; uniformity: number } {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let [entropy, uniformity] = [0, 0];
  for (const count of counts) {
    if (count === 0) continue;
    const part = count / total;
    entropy -= part * Math.log2(part);
    uniformity += part * part;
  }
  return { entropy, uniformity };
}

function meanOf(values: Float64Array, of: (value: number) => number): number {
  let sum = 0;
  for (const value of values) sum += of(value);
  return sum / values.length;
}

const quotient = (a: number, b: number): number | null => (b === 0 ? null : a / b);
