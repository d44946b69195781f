import { describe, expect, it } from 'vitest';
import type { Measured } from '#contract/measurements.ts';
import { measuredTexts, valueText } from './measured-texts.ts';

const made = (values: Measured['values'], more: Partial<Measured> = {}): Measured => ({ values, scale: 'patient', unit: null, ...more });
const textsOf = (values: Measured['values'], more: Partial<Measured> = {}) => measuredTexts(made(values, more));

describe('the texts of a measurement', () => {
  it('have values with their units [MEAS-04]', () => {
    expect(textsOf({ length: 22.34 })).toEqual(['22.3 mm']);
    expect(textsOf({ longAxis: 29.55, shortAxis: 12.5 })).toEqual(['29.6 × 12.5 mm']);
    expect(textsOf({ angle: 96.6 })).toEqual(['97°']);
    expect(textsOf({ area: 333.9, mean: 46.62, deviation: 19.48, lowest: -12, highest: 119 }, { unit: 'HU' })).toEqual([
      '46.6 ± 19.5 HU',
      '−12 to 119 HU',
      '3.34 cm²',
    ]);
    expect(textsOf({ value: -1024 }, { unit: 'HU' })).toEqual(['−1024 HU']);
    expect(textsOf({})).toEqual([]);
  });

  it('say that lengths are those on the detector, or only pixels [MEAS-04]', () => {
    expect(textsOf({ length: 22.3 }, { scale: 'detector' })).toEqual(['22.3 mm', 'on the detector']);
    expect(textsOf({ area: 20 }, { scale: 'detector' })).toEqual(['20.0 mm²', 'on the detector']);
    expect(textsOf({ angle: 97 }, { scale: 'detector' })).toEqual(['97°']);
    expect(textsOf({ value: 12 }, { scale: 'detector' })).toEqual(['12']);
    expect(textsOf({ length: 22.3, area: 144.4 }, { scale: 'pixels' })).toEqual(['22.3 px', '144 px²']);
  });

  it('have as many digits as the values need', () => {
    expect(textsOf({ mean: 0.001_234, deviation: 0.000_2, lowest: 0.000_9, highest: 0.0015 })).toEqual([
      '0.00123 ± 0.00020',
      '0.00090 to 0.00150',
    ]);
    expect(textsOf({ mean: 2.345, deviation: 0.4, lowest: 0, highest: 4 }, { unit: 'g/ml' })).toEqual(['2.35 ± 0.40 g/ml', '0 to 4 g/ml']);
    expect(textsOf({ value: -0.000_000_000_01 })).toEqual(['0.0000000000']);
    expect(textsOf({ mean: -0.04, deviation: 12 })).toEqual(['0.0 ± 12.0']);
  });

  it('of one value stand alone in a table', () => {
    const ellipse = made({ area: 99.9, mean: 46.62, deviation: 19.48 }, { unit: 'HU' });
    expect((['mean', 'deviation', 'area', 'length'] as const).map((name) => valueText(ellipse, name))).toEqual([
      '46.6 HU',
      '19.5 HU',
      '99.9 mm²',
      null,
    ]);
  });
});
