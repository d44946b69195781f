import { expect, it } from 'vitest';
import type { MeasuredValue } from './measurement-report.ts';
import { captionOfGroup, measuredText } from './measured-text.ts';

const value = (figure: number, unit: string | null, meaning = 'unit'): MeasuredValue => ({
  name: { value: '1', scheme: 'SCT', meaning: 'Length' },
  value: figure,
  derivation: null,
  unit: unit === null ? null : { value: unit, scheme: 'UCUM', meaning },
  regions: [],
});

it('a measurement is written with its number, its first value and its unit [ANN-43]', () => {
  expect(captionOfGroup({ values: [value(47.96, 'mm'), value(3, 'cm2')] }, 2)).toBe('2 · 48.0 mm');
  expect(captionOfGroup({ values: [] }, 2)).toBe('2');
});

it.each([
  [value(12, 'mm2'), 'Length 12 mm²'],
  [value(-3.25, "[hnsf'U]"), 'Length -3.3 HU'],
  [value(1234.56, 'cm3'), 'Length 1235 cm³'],
  [value(0.5, '{ratio}', 'ratio'), 'Length 0.5 ratio'],
  [value(2, '1', 'no units'), 'Length 2'],
  [{ ...value(2, null), name: null }, '2'],
  [{ ...value(34, "[hnsf'U]"), derivation: { value: '373098007', scheme: 'SCT', meaning: 'Mean' } }, 'Length (Mean) 34 HU'],
])('units are written as people write them: %#', (measured, words) => {
  expect(measuredText(measured)).toBe(words);
});
