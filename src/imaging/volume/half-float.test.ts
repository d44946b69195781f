import { describe, expect, it } from 'vitest';
import { halfToNumber, toHalves } from './half-float.ts';

describe('values as half floats', () => {
  it('are numbers again', () => {
    expect([0, 1, 0x400, 0x3800, 0x3c00, 0x3555].map(halfToNumber)).toEqual([0, 2 ** -24, 2 ** -14, 0.5, 1, 1365 / 4096]);
  });

  it('the ends of the range are 0 and 1, and what lies outside or is no number is clamped', () => {
    const halves = toHalves(Float32Array.of(-1000, 3000, 1000, -2000, 9000, Number.NaN), -1000, 3000);
    expect([...halves].map(halfToNumber)).toEqual([0, 1, 0.5, 0, 1, 0]);
  });

  it('values are rounded to the nearest half, small ones as well', () => {
    const values = Float32Array.from({ length: 5000 }, (_, at) => at / 5000 + 1e-7 * at);
    const halves = toHalves(values, 0, 1);
    for (const [at, half] of halves.entries()) {
      const value = Math.min(1, values[at]!);
      const [below, above] = [Math.max(0, half - 1), Math.min(0x3c00, half + 1)].map(halfToNumber) as [number, number];
      const error = Math.abs(halfToNumber(half) - value);
      expect(error).toBeLessThanOrEqual(Math.abs(below - value));
      expect(error).toBeLessThanOrEqual(Math.abs(above - value));
    }
    expect(halfToNumber(toHalves(Float32Array.of(3e-5), 0, 1)[0]!)).toBeCloseTo(3e-5, 7);
  });

  it('a volume with one value is 0', () => {
    expect([...toHalves(Float32Array.of(7, 7), 7, 7)]).toEqual([0, 0]);
  });
});
