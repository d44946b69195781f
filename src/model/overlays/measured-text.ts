import { formatDecimal } from '#language/numbers.ts';
import type { MeasuredValue, MeasurementGroup } from './measurement-report.ts';

/** What is written beside the marks of a measurement: its number in the report, and its first value. */
export function captionOfGroup({ values }: Pick<MeasurementGroup, 'values'>, number: number): string {
  const [first] = values;
  return first ? `${number} · ${figureOf(first)}` : String(number);
}

/** `Length 48 mm`, `Attenuation (Mean) 34 HU`. */
export function measuredText(value: MeasuredValue): string {
  return [value.name?.meaning ?? '', value.derivation && `(${value.derivation.meaning})`, figureOf(value)].filter(Boolean).join(' ');
}

function figureOf({ value, unit }: MeasuredValue): string {
  const figure = Number.isInteger(value) || Math.abs(value) >= 1000 ? String(Math.round(value)) : formatDecimal(value, DECIMALS);
  const name = unit === null ? '' : (UNITS[unit.value] ?? (isWord(unit.value) ? unit.value : unit.meaning));
  return name === '' ? figure : `${figure} ${name}`;
}

const DECIMALS = 1;

/** Units of UCUM whose code is not what people write. */
const UNITS: Readonly<Record<string, string>> = {
  '1': '',
  mm2: 'mm²',
  mm3: 'mm³',
  cm2: 'cm²',
  cm3: 'cm³',
  deg: '°',
  "[hnsf'U]": 'HU',
};

/** Codes in brackets are for machines. */
function isWord(code: string): boolean {
  return code !== '' && !/[[\]{}]/.test(code);
}
