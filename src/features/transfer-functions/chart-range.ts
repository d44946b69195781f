import type { TransferPoint, TransferUnit } from '#contract/transfer-functions.ts';
import { formatDecimal } from '#ui/format.ts';
import type { SeriesHistogram } from '#workers/viewer/types.ts';

/** The values at the left and the right edge of the chart. */
export interface ChartRange {
  from: number;
  to: number;
}

/** All points and, if a series is shown, most of its values. Percentages are all of them. */
export function chartRange(
  unit: TransferUnit,
  points: readonly Pick<TransferPoint, 'value'>[],
  histogram: Pick<SeriesHistogram, 'low' | 'high'> | null,
): ChartRange {
  if (unit === 'percent') return { from: 0, to: 100 };
  const values = [...points.map(({ value }) => value), ...(histogram ? [histogram.low, histogram.high] : [])];
  if (values.length === 0) return { from: 0, to: 1 };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = (most - least || 1) * 0.1;
  return { from: least - margin, to: most + margin };
}

/** Heights of the bars from 0 to 1. Square roots, because air would make all others invisible. */
export function histogramBars(
  { lowest, highest, counts, low, high }: SeriesHistogram,
  unit: TransferUnit,
  { from, to }: ChartRange,
  bars: number,
): number[] {
  const sums = new Float64Array(bars);
  const perCount = counts.length > 1 ? (highest - lowest) / (counts.length - 1) : 0;
  const perPercent = (high - low) / 100;
  for (let index = 0; index < counts.length; index += 1) {
    const count = counts[index]!;
    if (count === 0) continue;
    const value = lowest + index * perCount;
    const shown = unit === 'value' ? value : perPercent > 0 ? (value - low) / perPercent : 0;
    const bar = Math.floor(((shown - from) / (to - from)) * bars);
    if (bar >= 0 && bar < bars) sums[bar]! += count;
  }
  const most = Math.sqrt(Math.max(...sums));
  return [...sums].map((sum) => (most === 0 ? 0 : Math.sqrt(sum) / most));
}

/** With as many digits as a person needs. */
export function valueToText(value: number): string {
  return numberText(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

/** All digits of a number, with the minus sign of typography. */
export function numberText(value: number): string {
  const text = String(value);
  // Very small and very large numbers have an exponent.
  const shown = text.includes('e') ? text : formatDecimal(value, text.split('.')[1]?.length ?? 0);
  return shown.replace('-', '\u2212');
}
