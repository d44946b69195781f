import { describe, expect, it } from 'vitest';
import { rateOf } from './use-transfer-rate.ts';

describe('the rate of a transfer', () => {
  it('is unknown until a second has been seen', () => {
    expect(rateOf([], 100)).toEqual({ bytesPerSecond: null, secondsLeft: null });
    expect(
      rateOf(
        [
          { at: 0, confirmed: 0 },
          { at: 900, confirmed: 50 },
        ],
        100,
      ),
    ).toEqual({ bytesPerSecond: null, secondsLeft: null });
  });

  it('is what was acknowledged over the time, and says how long the rest takes', () => {
    expect(
      rateOf(
        [
          { at: 0, confirmed: 0 },
          { at: 2_000, confirmed: 4_000 },
        ],
        7_000,
      ),
    ).toEqual({ bytesPerSecond: 2_000, secondsLeft: 4 });
  });

  it('knows no time left while nothing moves', () => {
    expect(
      rateOf(
        [
          { at: 0, confirmed: 10 },
          { at: 5_000, confirmed: 10 },
        ],
        7_000,
      ),
    ).toEqual({ bytesPerSecond: 0, secondsLeft: null });
  });

  it('never runs backwards when the server lost something', () => {
    expect(
      rateOf(
        [
          { at: 0, confirmed: 10 },
          { at: 5_000, confirmed: 0 },
        ],
        7_000,
      ).bytesPerSecond,
    ).toBe(0);
  });
});
