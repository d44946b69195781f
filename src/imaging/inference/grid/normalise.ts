import type { Normalisation } from '#model/ai/manifest.ts';
import { percentilesOf } from './order-statistics.ts';

/** Larger values say nothing more to a network. */
const MOST = 10;

/** Changes the values of a channel in place, as its manifest says. An image of one value becomes one of zeros before `centre` and `scale`. */
export function normalise(values: Float32Array, normalisation: Normalisation): void {
  const { low, high, subtract, divide } = termsOf(values, normalisation);
  for (let index = 0; index < values.length; index += 1) {
    const value = (Math.min(Math.max(values[index]!, low), high) - subtract) / divide;
    values[index] = Math.min(Math.max(value, -MOST), MOST);
  }
}

interface Terms {
  low: number;
  high: number;
  subtract: number;
  divide: number;
}

function termsOf(values: Float32Array, normalisation: Normalisation): Terms {
  switch (normalisation.kind) {
    case 'percentiles': {
      const [low, high] = percentilesOf(values, [normalisation.low, normalisation.high]) as [number, number];
      const range = high > low ? high - low : 1;
      // ((value - low) / range - centre) / scale in one step.
      return {
        ...UNCLIPPED,
        subtract: low + normalisation.centre * range,
        divide: range * normalisation.scale,
      };
    }
    case 'values':
      return { low: normalisation.low, high: normalisation.high, subtract: normalisation.mean, divide: normalisation.deviation };
    case 'image': {
      const { mean, deviation } = momentsOf(values);
      return { ...UNCLIPPED, subtract: mean, divide: deviation > 0 ? deviation : 1 };
    }
  }
}

const UNCLIPPED = { low: -Infinity, high: Infinity };

/** Mean and standard deviation of the population, in two passes: squares of CT values would lose digits. */
function momentsOf(values: Float32Array): { mean: number; deviation: number } {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index]!;
  const mean = sum / values.length;
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += (values[index]! - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / values.length) };
}
