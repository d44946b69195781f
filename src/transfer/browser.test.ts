import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserClock, reportFault } from './browser.ts';

describe('the browser clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 5_000 }));
  afterEach(() => void vi.useRealTimers());

  async function isOver(pause: Promise<void>): Promise<boolean> {
    return Promise.race([pause.then(() => true), vi.advanceTimersByTimeAsync(0).then(() => false)]);
  }

  it('returns the device time, and an elapsed time that no change of the clock affects', () => {
    const from = browserClock.elapsed();
    vi.setSystemTime(90_000);
    expect(browserClock.now()).toBe(90_000);
    expect(browserClock.elapsed() - from).toBe(0);
    vi.advanceTimersByTime(250);
    expect([browserClock.now(), browserClock.elapsed() - from]).toEqual([90_250, 250]);
  });

  it('returns random numbers between 0 and 1', () => {
    const values = Array.from({ length: 20 }, () => browserClock.random());
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(new Set(values).size).toBeGreaterThan(1);
  });

  it('pauses for the requested time, and leaves nothing on the signal', async () => {
    const stop = new AbortController();
    const pause = browserClock.pause(1_000, stop.signal);
    await vi.advanceTimersByTimeAsync(999);
    expect(await isOver(pause)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver(pause)).toBe(true);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('ends a pause when it is aborted, and leaves no timer', async () => {
    const stop = new AbortController();
    const pause = browserClock.pause(1_000, stop.signal);
    stop.abort();
    expect(await isOver(pause)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts no pause after it was aborted', async () => {
    const pause = browserClock.pause(1_000, AbortSignal.abort());
    expect(vi.getTimerCount()).toBe(0);
    expect(await isOver(pause)).toBe(true);
  });
});

describe('the report of an error', () => {
  it('contains its kind and nothing of its message, which may name a file or a person', () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    reportFault(new TypeError('Heron^Quiet'));
    reportFault('Heron^Quiet');
    expect(said.mock.calls.map((words) => words.at(-1))).toEqual(['TypeError', 'string']);
    expect(JSON.stringify(said.mock.calls)).not.toContain('Heron');
  });
});
