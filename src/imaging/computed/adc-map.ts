import type { SliceValues } from './slice-values.ts';

/** One position at a b-value in s/mm². */
export interface DiffusionSlice extends SliceValues {
  b: number;
}

/** mm²/s to the unit of maps, as scanners store theirs. */
const PER_MILLION = 1e6;

/**
 * The apparent diffusion coefficient of each pixel in 10⁻⁶ mm²/s, or its standard error: least squares of the logarithms, as `fitAdc` has it for
 * one signal. Slices of one b-value are averaged before, as logarithms: exp(-b ADC) of several directions has the mean of their coefficients in its
 * geometric mean, and each b-value counts once, however many directions were measured. Where a signal is not above 0 there is no value. Null
 * without two b-values, and an error needs three.
 */
export function adcMap(slices: readonly DiffusionSlice[], wanted: 'adc' | 'adc-error'): Float32Array<ArrayBuffer> | null {
  const byB = [...Map.groupBy(slices, ({ b }) => b)].toSorted(([one], [other]) => one - other);
  const count = byB.length;
  if (count < (wanted === 'adc' ? 2 : 3)) return null;
  const logs = byB.map(([, group]) => meanLogs(group));
  const meanB = byB.reduce((sum, [b]) => sum + b, 0) / count;
  const away = byB.map(([b]) => b - meanB);
  const spread = away.reduce((sum, step) => sum + step * step, 0);
  const map = new Float32Array(logs[0]!.length);
  for (let at = 0; at < map.length; at += 1) {
    let [sum, along] = [0, 0];
    for (let k = 0; k < count; k += 1) {
      sum += logs[k]![at]!;
      along += away[k]! * logs[k]![at]!;
    }
    const slope = along / spread;
    if (wanted === 'adc') {
      map[at] = -slope * PER_MILLION;
      continue;
    }
    let rest = 0;
    for (let k = 0; k < count; k += 1) rest += (logs[k]![at]! - sum / count - slope * away[k]!) ** 2;
    map[at] = Math.sqrt(rest / (count - 2) / spread) * PER_MILLION;
  }
  return map;
}

/** NaN where one of the signals is not above 0. */
function meanLogs(slices: readonly SliceValues[]): Float64Array {
  const logs = new Float64Array(slices[0]!.samples.length);
  for (const { samples, slope, intercept } of slices) {
    for (let at = 0; at < logs.length; at += 1) {
      const signal = samples[at]! * slope + intercept;
      logs[at]! += signal > 0 ? Math.log(signal) / slices.length : Number.NaN;
    }
  }
  return logs;
}
