import { describe, expect, it, vi } from 'vitest';
import { LiveAnswer } from './live-answer.ts';

const settled = (): Promise<void> => new Promise((next) => setImmediate(next));

describe('an answer that many places show', () => {
  it('is asked for once, and told to all', async () => {
    const query = vi.fn(async () => 7);
    const answer = new LiveAnswer(query);
    const listeners = [vi.fn(), vi.fn(), vi.fn()];
    for (const listener of listeners) answer.subscribe(listener);
    expect(answer.read()).toBeUndefined();
    await vi.waitFor(() => expect(answer.read()).toBe(7));
    expect(query).toHaveBeenCalledTimes(1);
    for (const listener of listeners) expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is asked anew when somebody looks again after all have left', async () => {
    let value = 1;
    const query = vi.fn(async () => value);
    const answer = new LiveAnswer(query);
    const leave = answer.subscribe(() => undefined);
    await vi.waitFor(() => expect(answer.read()).toBe(1));
    leave();
    value = 2;
    expect(answer.read()).toBeUndefined();
    answer.subscribe(() => undefined);
    await vi.waitFor(() => expect(answer.read()).toBe(2));
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('throws for whoever reads what the query ended with', async () => {
    const answer = new LiveAnswer(() => Promise.reject(new Error('gone')));
    answer.subscribe(() => undefined);
    await settled();
    await vi.waitFor(() => expect(() => answer.read()).toThrow('gone'));
  });
});
