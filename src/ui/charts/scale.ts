/** The vertical axis of a chart. */
export interface Scale {
  least: number;
  most: number;
  isLog: boolean;
  /** Values with a line across, from the top. */
  steps: readonly number[];
}

const STEPS = 5;

/** From 0 to 1, as shares and Dice are. */
export const SHARE_SCALE: Scale = { least: 0, most: 1, isLog: false, steps: [1, 0.8, 0.6, 0.4, 0.2, 0] };

/** From zero, or from a round value below the lowest one if that is negative, to a round value above the highest one. Null without a value. */
export function linearScale(values: readonly number[]): Scale | null {
  if (values.length === 0) return null;
  const [lowest, highest] = [Math.min(0, ...values), Math.max(...values)];
  const step = roundUp((highest - lowest || 1) / STEPS);
  const [first, last] = [Math.floor(lowest / step), Math.max(Math.floor(lowest / step) + 1, Math.ceil(highest / step - 1e-9))];
  const steps = Array.from({ length: last - first + 1 }, (_, at) => tidy((last - at) * step));
  return { least: steps.at(-1)!, most: steps[0]!, isLog: false, steps };
}

/** Whole powers of ten around all values above zero; null if there is none. */
export function logScale(values: readonly number[]): Scale | null {
  const shown = values.filter((value) => value > 0);
  if (shown.length === 0) return null;
  const first = Math.floor(Math.log10(Math.min(...shown)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...shown))));
  const steps = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (last - at));
  return { least: steps.at(-1)!, most: steps[0]!, isLog: true, steps };
}

/** From 0 at the top to 1 at the bottom. A value that a logarithm does not have is at the bottom. */
export function toDown(value: number, { least, most, isLog }: Scale): number {
  if (!isLog) return (most - value) / (most - least);
  return value <= 0 ? 1 : (Math.log10(most) - Math.log10(value)) / (Math.log10(most) - Math.log10(least));
}

/** The next of 1, 2, 5, 10, 20 and so on. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((factor) => factor * power >= value - power * 1e-9) ?? 10) * power;
}

/** 0.6, not 0.6000000000000001. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** An axis for intervals: round values around all of them, so that small differences can be seen. `values`: from 0 to 1. */
export function intervalScale(values: readonly number[]): Scale | null {
  if (values.length === 0) return null;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const step = Math.max(0.01, roundUp((highest - lowest || 0.05) / 4));
  const [first, last] = [Math.max(0, Math.floor(lowest / step + 1e-9)), Math.ceil(highest / step - 1e-9)];
  const steps = Array.from({ length: Math.max(2, last - first + 1) }, (_, at) => tidy((first + at) * step));
  return { least: steps[0]!, most: steps.at(-1)!, isLog: false, steps: steps.reverse() };
}
