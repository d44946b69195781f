import { expect, test } from 'vitest';
import { playbackRate } from './playback-rate.ts';

test.each([
  [null, 15],
  [0, 15],
  [30.3, 30],
  [0.2, 1],
  [1000, 60],
])('a cine with %s images per second plays at %d', (written, played) => {
  expect(playbackRate(written)).toBe(played);
});
