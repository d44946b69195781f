import { cellToCsv } from '#model/csv-cell.ts';
import type { FirstOrder } from './first-order.ts';
import type { SegmentStatistics } from './segment-statistics.ts';

export interface StatisticsRow extends SegmentStatistics {
  /** Of the segment. */
  name: string;
}

/** By the names of IBSI, in the order of its reference manual, and the power of the unit of values that each has. */
const FEATURES: readonly [feature: keyof FirstOrder, name: string, power: 0 | 1 | 2][] = [
  ['mean', 'Mean intensity', 1],
  ['variance', 'Intensity variance', 2],
  ['standardDeviation', 'Standard deviation', 1],
  ['skewness', 'Intensity skewness', 0],
  ['excessKurtosis', '(Excess) intensity kurtosis', 0],
  ['median', 'Median intensity', 1],
  ['minimum', 'Minimum intensity', 1],
  ['percentile10', '10th intensity percentile', 1],
  ['percentile90', '90th intensity percentile', 1],
  ['maximum', 'Maximum intensity', 1],
  ['interquartileRange', 'Intensity interquartile range', 1],
  ['range', 'Intensity range', 1],
  ['meanAbsoluteDeviation', 'Intensity-based mean absolute deviation', 1],
  ['robustMeanAbsoluteDeviation', 'Intensity-based robust mean absolute deviation', 1],
  ['medianAbsoluteDeviation', 'Intensity-based median absolute deviation', 1],
  ['coefficientOfVariation', 'Intensity-based coefficient of variation', 0],
  ['quartileCoefficientOfDispersion', 'Intensity-based quartile coefficient of dispersion', 0],
  ['energy', 'Intensity-based energy', 2],
  ['rootMeanSquare', 'Root mean square intensity', 1],
];

/**
 * A row for each segment, columns with their units in brackets. `unit`: of the values of the series; empty if unknown, and then values have no unit. What is
 * not known is empty.
 */
export function statisticsToCsv(rows: readonly StatisticsRow[], unit: string): string {
  const head = ['Segment', 'Voxels', 'Volume (voxel counting) [mm³]', 'Surface area (smoothed surface) [mm²]'];
  const names = FEATURES.map(([, name, power]) => (unit === '' || power === 0 ? name : `${name} [${unitText(unit, power)}]`));
  const cells = rows.map(({ name, voxels, volumeMl, surfaceMm2, firstOrder }) => [
    ...[name, voxels, rounded(volumeMl === null ? null : volumeMl * MM3_IN_ML), rounded(surfaceMm2)],
    ...FEATURES.map(([feature]) => rounded(firstOrder?.[feature] ?? null)),
  ]);
  // The byte order mark tells a spreadsheet that it is UTF-8. Lines as in RFC 4180.
  return `\uFEFF${[[...head, ...names], ...cells].map((row) => `${row.map(cellToCsv).join(',')}\r\n`).join('')}`;
}

const MM3_IN_ML = 1000;

/** Without the last digits, which sums of fractions leave. */
const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(DIGITS)));
const DIGITS = 12;

/** The square of a unit that is a quotient needs brackets. */
function unitText(unit: string, power: 1 | 2): string {
  if (power === 1) return unit;
  return unit.includes('/') ? `(${unit})²` : `${unit}²`;
}
