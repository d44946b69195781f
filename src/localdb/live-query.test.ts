import { describe, expect, it, vi } from 'vitest';
import { LiveQuery } from './live-query.ts';

const settled = (): Promise<void> => new Promise((next) => setImmediate(next));

describe('a live query that many places show', () => {
  it('runs once, and updates all of them', async () => {
    const query = vi.fn(async () => 7);
    const answer = new LiveQuery(query);
    const listeners = [vi.fn(), vi.fn(), vi.fn()];
    for (const listener of listeners) answer.subscribe(listener);
    expect(answer.read()).toBeUndefined();
    await vi.waitFor(() => expect(answer.read()).toBe(7));
    expect(query).toHaveBeenCalledTimes(1);
    for (const listener of listeners) expect(listener).toHaveBeenCalledTimes(1);
  });

  it('runs again for a new reader after all have left', async () => {
    let value = 1;
    const query = vi.fn(async () => value);
    const answer = new LiveQuery(query);
    const leave = answer.subscribe(() => undefined);
    await vi.waitFor(() => expect(answer.read()).toBe(1));
    leave();
    value = 2;
    expect(answer.read()).toBeUndefined();
    answer.subscribe(() => undefined);
    await vi.waitFor(() => expect(answer.read()).toBe(2));
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('throws its error to every reader', async () => {
    const answer = new LiveQuery(() => Promise.reject(new Error('gone')));
    answer.subscribe(() => undefined);
    await settled();
    await vi.waitFor(() => expect(() => answer.read()).toThrow('gone'));
  });
});
