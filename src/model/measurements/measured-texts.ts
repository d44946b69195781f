import type { Measured, MeasuredValueName } from '#contract/measurements.ts';
import { formatDecimal } from '#language/numbers.ts';
import { t } from '#language/t.ts';

/**
 * What stands beside a measurement, a line each and the most important first: `22.3 mm`, `29.6 × 12.5 mm`, `97°`, or `46.6 ± 19.5 HU`,
 * `−12 to 119 HU`, `3.34 cm²`. The last line says so if lengths are those on the detector.
 */
export function measuredTexts(measured: Measured): string[] {
  const { values, scale, unit } = measured;
  const { longAxis, shortAxis, mean, deviation, lowest, highest, area } = values;
  const ofPixels = (...given: number[]) => given.map((value) => numberText(value, digitsFor(given)));
  const lines: (string | null)[] = [
    valueText(measured, 'length'),
    longAxis === undefined || shortAxis === undefined ? null : `${numberText(longAxis, 1)} × ${lengthText(shortAxis, scale)}`,
    valueText(measured, 'angle'),
    mean === undefined || deviation === undefined ? null : withUnit(ofPixels(mean, deviation).join(' ± '), unit),
    lowest === undefined || highest === undefined ? null : withUnit(rangeText(ofPixels(lowest, highest)), unit),
    valueText(measured, 'value'),
    valueText(measured, 'area'),
  ];
  const hasLengths = [values.length, longAxis, area].some((value) => value !== undefined);
  return [...lines.filter((line) => line !== null), ...(hasLengths && scale === 'detector' ? [ON_THE_DETECTOR] : [])];
}

/** One value with its unit; null if the measurement does not have it. */
export function valueText({ values, scale, unit }: Measured, name: MeasuredValueName): string | null {
  const value = values[name];
  if (value === undefined) return null;
  switch (name) {
    case 'length':
    case 'longAxis':
    case 'shortAxis':
      return lengthText(value, scale);
    case 'area':
      return areaText(value, scale);
    case 'angle':
      return `${numberText(value, 0)}°`;
    default:
      return withUnit(numberText(value, digitsFor([value])), unit);
  }
}

const ON_THE_DETECTOR = t('on the detector');

const lengthText = (length: number, scale: Measured['scale']): string => `${numberText(length, 1)} ${scale === 'pixels' ? 'px' : 'mm'}`;

function areaText(area: number, scale: Measured['scale']): string {
  if (scale === 'pixels') return `${numberText(area, 0)} px²`;
  return area < 100 ? `${numberText(area, 1)} mm²` : `${numberText(area / 100, 2)} cm²`;
}

const rangeText = ([low = '', high = '']: readonly string[]): string => t('{low} to {high}', { low, high });

const withUnit = (text: string, unit: string | null): string => (unit === null || unit === '' ? text : `${text} ${unit}`);

/** Decimals with which the largest of some values has three digits, at most ten and, for large values, one. Whole numbers have none. */
function digitsFor(values: readonly number[]): number {
  if (values.every(Number.isInteger)) return 0;
  const largest = Math.max(...values.map(Math.abs));
  return largest >= 10 ? 1 : Math.min(10, 2 - Math.floor(Math.log10(largest)));
}

/** With the minus sign of typography. */
const numberText = (value: number, digits: number): string =>
  formatDecimal(value, digits)
    .replace(/^-0(?=[.,]0*$|$)/, '0')
    .replace('-', '\u2212');
