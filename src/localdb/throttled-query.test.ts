import 'fake-indexeddb/auto';
import { Dexie, liveQuery, type Table } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttledQuery, whenStill, type Timer } from './throttled-query.ts';

const EVERY_MS = 250;

class CounterDb extends Dexie {
  counters!: Table<{ id: string; value: number }, string>;
}

let db: CounterDb;
beforeEach(async () => {
  db = new CounterDb('throttled-query');
  db.version(1).stores({ counters: 'id' });
  await db.open();
});
afterEach(() => db.delete());

const change = (value: number): Promise<unknown> => db.counters.put({ id: 'one', value });

/** The test advances the time. */
class Hours implements Timer {
  #ms = 0;
  #due: { atMs: number; act: () => void }[] = [];

  now = (): number => this.#ms;
  after = (ms: number, act: () => void): void => void this.#due.push({ atMs: this.#ms + ms, act });

  pass(ms: number): void {
    this.#ms += ms;
    const over = this.#due.filter(({ atMs }) => atMs <= this.#ms);
    this.#due = this.#due.filter(({ atMs }) => atMs > this.#ms);
    for (const { act } of over) act();
  }
}

function watch(everyMs: number) {
  const time = new Hours();
  const read = vi.fn(async () => (await db.counters.get('one'))?.value);
  const seen: (number | undefined)[] = [];
  const query = vi.fn(throttledQuery(() => everyMs, read, time));
  const watching = liveQuery(query).subscribe((value) => void seen.push(value));
  return { time, seen, read, query, stop: () => watching.unsubscribe() };
}

describe('a throttled live query', () => {
  it('answers immediately after a quiet time, and once for all changes that follow soon', async () => {
    const { time, seen, read, query, stop } = watch(EVERY_MS);
    await vi.waitFor(() => expect(seen).toEqual([undefined]));
    time.pass(EVERY_MS);
    await change(1);
    await vi.waitFor(() => expect(seen).toEqual([undefined, 1]));
    for (const value of [2, 3, 4, 5]) await change(value);
    await vi.waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(2));
    time.pass(EVERY_MS - 1);
    expect(read).toHaveBeenCalledTimes(2);
    time.pass(1);
    await vi.waitFor(() => expect(seen).toEqual([undefined, 1, 5]));
    expect(read).toHaveBeenCalledTimes(3);
    stop();
  });

  it('notices changes after a delayed answer', async () => {
    const { time, seen, query, stop } = watch(EVERY_MS);
    await vi.waitFor(() => expect(seen).toEqual([undefined]));
    for (const [turn, value] of [7, 8].entries()) {
      await change(value);
      await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(turn + 2));
      time.pass(EVERY_MS);
      await vi.waitFor(() => expect(seen.at(-1)).toBe(value));
    }
    stop();
  });

  it('answers every change when it is not throttled', async () => {
    const { seen, stop } = watch(0);
    await vi.waitFor(() => expect(seen).toEqual([undefined]));
    for (const value of [1, 2, 3]) {
      await change(value);
      await vi.waitFor(() => expect(seen.at(-1)).toBe(value));
    }
    expect(seen).toEqual([undefined, 1, 2, 3]);
    stop();
  });

  it('reads once more for all changes during a read, even with a short delay', async () => {
    const { seen, read, query, stop } = watch(0);
    await vi.waitFor(() => expect(seen).toEqual([undefined]));
    let goOn = (): void => undefined;
    read.mockImplementationOnce(async () => {
      const value = (await db.counters.get('one'))?.value;
      await new Dexie.Promise<void>((resolve) => (goOn = resolve));
      return value;
    });
    for (let value = 1; value <= 50; value += 1) {
      await change(value);
      await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(value + 1));
    }
    expect(read).toHaveBeenCalledTimes(2);
    goOn();
    await vi.waitFor(() => expect(seen).toEqual([undefined, 50]));
    expect(read).toHaveBeenCalledTimes(3);
    // And keeps listening.
    await change(51);
    await vi.waitFor(() => expect(seen).toEqual([undefined, 50, 51]));
    stop();
  });

  it('reads again after a failed read', async () => {
    const read = vi.fn(() => Promise.resolve('read')).mockRejectedValueOnce(new Error('away'));
    const query = throttledQuery(() => 0, read);
    await expect(query()).rejects.toThrow('away');
    await expect(query()).resolves.toBe('read');
  });
});

const STILL_MS = 1_000;

describe('a live query that waits until changes stop', () => {
  it('reads once for two hundred changes, and returns the last state', async () => {
    const time = new Hours();
    const read = vi.fn(async () => (await db.counters.get('one'))?.value);
    const seen: (number | undefined)[] = [];
    const query = vi.fn(whenStill(STILL_MS, read, time));
    const watching = liveQuery(query).subscribe((value) => void seen.push(value));
    await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(1));
    time.pass(STILL_MS);
    await vi.waitFor(() => expect(seen).toEqual([undefined]));
    for (let value = 1; value <= 200; value += 1) {
      await change(value);
      await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(value + 1));
      time.pass(STILL_MS - 1);
    }
    expect(read).toHaveBeenCalledTimes(1);
    time.pass(1);
    await vi.waitFor(() => expect(seen).toEqual([undefined, 200]));
    expect(read).toHaveBeenCalledTimes(2);
    // And keeps listening.
    await change(201);
    await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(202));
    time.pass(STILL_MS);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(201));
    watching.unsubscribe();
  });
});
