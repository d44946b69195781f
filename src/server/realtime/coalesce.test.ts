import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCoalescer } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a single value is sent at once, a burst as its first and its highest value, each key by itself', () => {
  const sent: string[] = [];
  const { put } = createCoalescer<string, number>((key, value) => sent.push(`${key} ${value}`), Math.max, 100);
  put('north', 1);
  expect(sent).toEqual(['north 1']);
  for (const value of [2, 5, 4, 3]) put('north', value);
  put('south', 1);
  expect(sent).toEqual(['north 1', 'south 1']);
  vi.advanceTimersByTime(100);
  expect(sent).toEqual(['north 1', 'south 1', 'north 5']);
  put('north', 6);
  expect(sent).toHaveLength(3);
  vi.advanceTimersByTime(100);
  put('north', 7);
  expect(sent.slice(3)).toEqual(['north 6']);
  vi.advanceTimersByTime(200);
  put('north', 8);
  expect(sent.slice(4)).toEqual(['north 7', 'north 8']);
});

test('what waits is sent when it stops', () => {
  const sent: number[] = [];
  const coalescer = createCoalescer<string, number>((_key, value) => sent.push(value), Math.max, 100);
  coalescer.put('north', 1);
  coalescer.put('north', 2);
  coalescer.stop();
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([1, 2]);
});
