import { beforeEach, expect, it } from 'vitest';
import { createActiveTime, type ActiveTime } from './active-time.ts';

let now = 0;
let time: ActiveTime;
beforeEach(() => {
  now = 1_000;
  time = createActiveTime(() => now);
});

it('counts while the page is in use, and stops a minute after the last use [CAMP-14]', () => {
  now += 50_000;
  expect(time.read()).toBe(50_000);
  time.used();
  now += 300_000;
  expect(time.read()).toBe(110_000);
  time.used();
  now += 5_000;
  expect(time.read()).toBe(115_000);
});

it('does not count while the page is hidden [CAMP-14]', () => {
  now += 10_000;
  time.shown(false);
  now += 40_000;
  time.shown(true);
  now += 1_000;
  expect(time.read()).toBe(11_000);
});

it('is taken once', () => {
  now += 10_000;
  expect(time.take()).toBe(10_000);
  now += 2_000;
  expect(time.read()).toBe(2_000);
});
