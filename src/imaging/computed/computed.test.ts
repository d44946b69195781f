import { describe, expect, it } from 'vitest';
import { fitAdc } from '#model/measurements/adc-fit.ts';
import { adcMap, type DiffusionSlice } from './adc-map.ts';
import { difference } from './difference.ts';
import { maskFrame, minusMask } from './mask-frame.ts';
import reference from './reference.json' with { type: 'json' };
import type { SliceValues } from './slice-values.ts';

const B = [0, 500, 500, 1000, 1000, 50];
const PIXELS = 24;
const RESCALE = { slope: 2, intercept: -3 };

/** As in reference.py. */
const SIGNALS: readonly DiffusionSlice[] = B.map((b, k) => ({
  b,
  ...RESCALE,
  samples: Int16Array.from(
    { length: PIXELS },
    (_, at) => Math.round(2000 * Math.exp(-b * (400 + 60 * at) * 1e-6) * (1 + 0.05 * Math.sin(at * 7 + k * 3))) - (at === 5 ? 4000 : 0),
  ),
}));

/** A pixel of the map has 24 bits. */
function expectSame(values: Float32Array | null, expected: readonly (number | null)[]): void {
  expect(values).toHaveLength(expected.length);
  for (const [at, value] of expected.entries()) {
    if (value === null) expect(values![at]).toBeNaN();
    else expect(values![at]! / value, `pixel ${at}`).toBeCloseTo(1, 6);
  }
}

describe('a map of the diffusion coefficient', () => {
  it('is that of NumPy, with the directions of a b-value averaged before; a pixel without signal has no value [DYN-05]', () => {
    expectSame(adcMap(SIGNALS, 'adc'), reference.adc);
  });

  it('has the standard error of NumPy [DYN-06]', () => {
    expectSame(adcMap(SIGNALS, 'adc-error'), reference.error);
  });

  it('is the coefficient of a region, pixel by pixel, where each b-value was measured once [DYN-05, DYN-06]', () => {
    const once = SIGNALS.filter((_, k) => k === 0 || k === 1 || k === 3);
    const fit = fitAdc(once.map(({ b, samples }) => ({ b, signal: samples[9]! * RESCALE.slope + RESCALE.intercept })))!;
    expect(adcMap(once, 'adc')![9]! / (fit.adc * 1e6)).toBeCloseTo(1, 6);
    expect(adcMap(once, 'adc-error')![9]! / (fit.error! * 1e6)).toBeCloseTo(1, 5);
  });

  it('needs two b-values, and its error three [DYN-05, DYN-06]', () => {
    expect(adcMap(SIGNALS.slice(1, 3), 'adc')).toBeNull();
    expect(adcMap(SIGNALS.slice(0, 3), 'adc')).not.toBeNull();
    expect(adcMap(SIGNALS.slice(0, 3), 'adc-error')).toBeNull();
  });
});

it('the difference of two volumes is that of their rescaled values [DYN-07]', () => {
  const one: SliceValues = { samples: Uint16Array.of(10, 20, 30), slope: 2, intercept: 1 };
  const other: SliceValues = { samples: Int16Array.of(-1, 20, 100), slope: 1, intercept: 0 };
  expect([...difference(one, other)]).toEqual([22, 21, -39]);
});

const SIZE = { columns: 7, rows: 5 };

/** As in reference.py. */
const FILM: readonly SliceValues[] = [0, 1, 2].map((frame) => ({
  slope: 1,
  intercept: 0,
  samples: Uint16Array.from({ length: 35 }, (_, at) => {
    const [column, row] = [at % 7, Math.floor(at / 7)];
    const plain = 3000 + 40 * column - 25 * row + 10 * ((column * row) % 3);
    if (frame === 1) return plain + 6;
    return frame === 2 && row === 2 && column > 1 ? Math.floor(plain / 2) : plain;
  }),
}));

describe('a frame minus a mask', () => {
  it.each(reference.films)('is that of SciPy, moved by $shift, of intensities: $isIntensity [DYN-08]', ({ shift, isIntensity, values }) => {
    const [x, y] = shift as [number, number];
    const mask = maskFrame(FILM.slice(0, 2), SIZE, [x, y], isIntensity);
    expectNear(minusMask(FILM[2]!, mask, isIntensity), values);
  });

  it('has a value where the detector counted nothing [DYN-08]', () => {
    const dark: SliceValues = { samples: new Uint16Array(35), slope: 1, intercept: 0 };
    expect([...minusMask(dark, maskFrame([dark], SIZE, [0, 0], true), true)]).toEqual(Array.from({ length: 35 }, () => 0));
  });
});

function expectNear(values: Float32Array, expected: readonly (number | null)[]): void {
  for (const [at, value] of expected.entries()) {
    if (value === null) expect(values[at]).toBeNaN();
    else expect(values[at], `pixel ${at}`).toBeCloseTo(value, 3);
  }
}
