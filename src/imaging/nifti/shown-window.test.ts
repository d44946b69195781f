import { describe, expect, it } from 'vitest';
import { shownWindow } from './shown-window.ts';

/** 0 to 100, with one voxel of metal. */
const VALUES = Int16Array.from({ length: 1010 }, (_, index) => (index === 1009 ? 30_000 : Math.min(100, Math.floor(index / 10))));
const PLAIN = { shownRange: null, slope: 1, intercept: 0 };

describe('the window of a slice', () => {
  it('comes from its header', () => {
    expect(shownWindow({ ...PLAIN, shownRange: { low: -100, high: 300 } }, VALUES)).toEqual({ center: 100, width: 400 });
  });

  it.each([
    ['is outside all values', { low: 40_000, high: 50_000 }],
    ['makes all values one grey', { low: 3, high: 25_500_000 }],
  ])('does not come from a header that %s', (_, shownRange) => {
    expect(shownWindow({ ...PLAIN, shownRange }, VALUES)).toEqual({ center: 50, width: 96 });
  });

  it('ignores the lowest and highest values, after slope and intercept', () => {
    expect(shownWindow(PLAIN, VALUES)).toEqual({ center: 50, width: 96 });
    expect(shownWindow({ ...PLAIN, slope: -2, intercept: 10 }, VALUES)).toEqual({ center: -90, width: 192 });
  });

  it('covers all values of a mask', () => {
    expect(
      shownWindow(
        PLAIN,
        Uint8Array.from({ length: 1000 }, (_, index) => (index === 500 ? 1 : 0)),
      ),
    ).toEqual({ center: 0.5, width: 1 });
  });

  it('is undefined for a single value, and for values out of range', () => {
    expect(shownWindow(PLAIN, new Uint8Array(100))).toBeNull();
    expect(shownWindow(PLAIN, new Float64Array([-1.7e308, 1.7e308]))).toBeNull();
  });
});
