import { describe, expect, it } from 'vitest';
import { defaultWindow, fileWindow } from './window.ts';

const PLAIN = { rescaleSlope: 1, rescaleIntercept: 0, windowCenter: [], windowWidth: [] };
const GIVEN = { center: 0, width: 1000 };

describe('the initial window of an image', () => {
  it('comes from the file, else from the darkest and brightest values, else from the default', () => {
    const samples = Int16Array.of(-100, 300);
    expect(defaultWindow({ ...PLAIN, windowCenter: [40], windowWidth: [400] }, samples)).toEqual({ center: 40, width: 400 });
    expect(defaultWindow(PLAIN, samples)).toEqual({ center: 100, width: 400 });
    expect(defaultWindow(PLAIN, Int16Array.of(7, 7))).toEqual(GIVEN);
  });

  it('contains valid numbers for any slope and values', () => {
    const enormous = Float64Array.of(-1e308, 1e308);
    expect(defaultWindow(PLAIN, enormous)).toEqual(GIVEN);
    expect(defaultWindow({ ...PLAIN, rescaleSlope: 1e200 }, enormous)).toEqual(GIVEN);
    expect(defaultWindow({ ...PLAIN, rescaleSlope: 1e-320 }, Float64Array.of(1, 2))).not.toMatchObject({ width: 0 });
    for (const odd of [Infinity, NaN, 0, -1]) expect(fileWindow({ windowCenter: [40], windowWidth: [odd] })).toBeNull();
    expect(fileWindow({ windowCenter: [Infinity], windowWidth: [400] })).toBeNull();
  });
});
