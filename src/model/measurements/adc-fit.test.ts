import { expect, it } from 'vitest';
import { fitAdc } from './adc-fit.ts';

const exact = (b: number) => ({ b, signal: 1000 * Math.exp(-b * 0.0012) });

it('finds the coefficient of a decay without noise, and no error [DYN-03]', () => {
  const fit = fitAdc([0, 500, 1000].map(exact))!;
  expect(fit.adc).toBeCloseTo(0.0012, 12);
  expect(fit.error).toBeCloseTo(0, 12);
  expect(fit.s0).toBeCloseTo(1000, 6);
});

it('is the fit of NumPy with its standard error [DYN-03]', () => {
  // numpy.polyfit(b, numpy.log(s), 1, cov=True) of NumPy 1.24.2.
  const fit = fitAdc([
    { b: 0, signal: 1010 },
    { b: 100, signal: 880 },
    { b: 400, signal: 640 },
    { b: 800, signal: 370 },
    { b: 1000, signal: 310 },
  ])!;
  expect(fit.adc).toBeCloseTo(0.0011998198, 9);
  expect(fit.error).toBeCloseTo(0.0000371633, 9);
  expect(fit.s0).toBeCloseTo(1006.01404, 4);
});

it('of two b-values has no error; several images of one b-value count each', () => {
  expect(fitAdc([exact(0), exact(800)])).toMatchObject({ adc: expect.closeTo(0.0012, 12), error: null });
  expect(fitAdc([exact(0), exact(800), exact(800)])).toMatchObject({ adc: expect.closeTo(0.0012, 12), error: expect.closeTo(0, 12) });
});

it.each([
  ['one b-value', [exact(800), exact(800)]],
  ['no point', []],
  ['a signal of 0', [exact(0), { b: 800, signal: 0 }]],
  ['a signal that is no number', [exact(0), { b: 800, signal: Number.NaN }]],
])('is not there with %s', (_, points) => {
  expect(fitAdc(points)).toBeNull();
});
