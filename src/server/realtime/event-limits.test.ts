import { expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { createEventLimits } from './event-limits.ts';

const MINUTE_MS = 60_000;

test('a connection, and an account over all its connections, have a limit of events per minute', () => {
  let now = 0;
  const limits = createEventLimits(() => now);
  const takenBy = (connection: string, user: number, asked: number) =>
    Array.from({ length: asked }, () => limits.take(connection, user)).filter(Boolean).length;

  expect(takenBy('a', 7, LIMITS.socketEventsPerMinute + 5)).toBe(LIMITS.socketEventsPerMinute);
  expect(takenBy('b', 7, 3)).toBe(3);
  const left = LIMITS.socketEventsPerMinutePerUser - LIMITS.socketEventsPerMinute - 3;
  let taken = 0;
  for (let connection = 0; connection < 10; connection += 1) taken += takenBy(`c${connection}`, 7, LIMITS.socketEventsPerMinute);
  expect(taken).toBe(left);
  expect([limits.take('new', 7), limits.take('other', 8)]).toEqual([false, true]);
  now += MINUTE_MS;
  expect([limits.take('a', 7), limits.take('b', 7)]).toEqual([true, true]);
});
