import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const REFRESH_MS = 1000 / 60;

/** When pictures come on a screen of 60 refreshes a second, ms. */
function playFor(seconds: number, rate: number, isReady: (nowMs: number) => boolean = () => true): number[] {
  const pace = createPace(rate, 0);
  const shownAtMs: number[] = [];
  for (let refresh = 1; refresh <= seconds * 60; refresh += 1) {
    const nowMs = refresh * REFRESH_MS;
    if (!pace.isDue(nowMs) || !isReady(nowMs)) continue;
    pace.took(nowMs);
    shownAtMs.push(nowMs);
  }
  return shownAtMs;
}

it.each([1, 2, 5, 7, 10, 15, 20, 24, 25, 30, 60])('shows %i images per second at any refresh rate of the screen', (rate) => {
  expect(Math.abs(playFor(10, rate).length - rate * 10)).toBeLessThanOrEqual(1);
});

it('waits for a missing image, without speeding up the later ones', () => {
  const shownAtMs = playFor(2, 25, (nowMs) => nowMs < 500 || nowMs > 1500);
  expect(shownAtMs.filter((at) => at > 500 && at < 1500)).toEqual([]);
  const later = shownAtMs.filter((at) => at > 1500);
  expect(later.length).toBeLessThanOrEqual(13);
  expect(Math.min(...later.slice(1).map((at, index) => at - later[index]!))).toBeGreaterThan(1.9 * REFRESH_MS);
});
