import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const REFRESH_MS = 1000 / 60;

/** When pictures come on a screen of 60 refreshes a second, ms. Each is shown before the next refresh. */
function playFor(seconds: number, rate: number, isReady: (nowMs: number) => boolean = () => true): number[] {
  const pace = createPace(rate, 0);
  const shownAtMs: number[] = [];
  for (let refresh = 1; refresh <= seconds * 60; refresh += 1) {
    const nowMs = refresh * REFRESH_MS;
    const shown = isReady(nowMs) ? {} : null;
    if (!pace.isDue(nowMs, shown)) continue;
    pace.took(nowMs, shown);
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

it('asks for one image after each, however late the page shows it', () => {
  const pace = createPace(25, 0);
  const first = {};
  expect(pace.isDue(40, first)).toBe(true);
  pace.took(40, first);
  // The page was too busy to draw again: it still has the first one.
  expect(pace.isDue(120, first)).toBe(false);
  expect(pace.isDue(160, {})).toBe(true);
});
