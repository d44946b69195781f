import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MaskOperation } from '#contract/mask-operations.ts';
import { MaskFollower } from './mask-follower.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

/** A server with some operations, of which an answer has two at most. */
function followed() {
  const server = { last: 3, isSeen: true, isAway: false, isMadeHere: false, hasRoom: true, asked: [] as number[] };
  const states: string[] = [];
  let last = 0;
  const follower = new MaskFollower({
    follow: async () => server.isSeen,
    isMadeHere: async () => server.isMadeHere,
    last: async () => last,
    async fetch(since) {
      server.asked.push(since);
      if (server.isAway) return 'later';
      if (!server.isSeen) return 'gone';
      const numbers = Array.from({ length: server.last }, (_, at) => at + 1).filter((number) => number > since);
      return { last: server.last, operations: numbers.slice(0, 2).map((number) => ({ number }) as MaskOperation) };
    },
    async save(since, { operations, last: upTo }) {
      expect(since).toBe(last);
      if (!server.hasRoom) return false;
      last = operations.at(-1)?.number ?? upTo;
      return true;
    },
    onState: (state) => states.push(state),
    onFault: (error) => states.push(String(error)),
  });
  return { server, states, follower, last: () => last };
}

describe('whoever follows a mask [MASK-76]', () => {
  it('fetches all that came before, and then what it is told of', async () => {
    const { server, states, follower, last } = followed();
    follower.connected();
    await settle();
    expect([last(), states, server.asked]).toEqual([3, ['following'], [0, 2]]);
    server.last = 6;
    follower.told();
    follower.told();
    await settle();
    expect(last()).toBe(6);
    expect(server.asked.length).toBeLessThanOrEqual(5);
  });

  it('fetches again after an interruption, and is asked for nothing meanwhile', async () => {
    const { server, states, follower, last } = followed();
    follower.connected();
    await settle();
    follower.disconnected();
    server.last = 5;
    follower.told();
    await settle();
    expect(last()).toBe(3);
    follower.connected();
    await settle();
    expect([last(), states]).toEqual([5, ['following', 'waiting', 'following']]);
  });

  it('asks again after growing pauses while there is no answer, or no room', async () => {
    const { server, follower, last } = followed();
    server.isAway = true;
    follower.connected();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(server.asked).toEqual([0, 0, 0]);
    server.isAway = false;
    server.hasRoom = false;
    await vi.advanceTimersByTimeAsync(8_000);
    expect([last(), server.asked.length]).toEqual([0, 4]);
    server.hasRoom = true;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(last()).toBe(3);
  });

  it('asks whether it still may when rights have changed, and ends if it may not', async () => {
    const { server, states, follower } = followed();
    follower.connected();
    await settle();
    follower.connected();
    await settle();
    server.isSeen = false;
    follower.connected();
    await settle();
    expect(states).toEqual(['following', 'following', 'ended']);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(states).toHaveLength(3);
  });

  it('waits for the server to receive a segmentation that was made here', async () => {
    const { server, states, follower, last } = followed();
    server.isSeen = false;
    server.isMadeHere = true;
    follower.connected();
    await settle();
    expect(states).toEqual(['waiting']);
    server.isSeen = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([last(), states.at(-1)]).toEqual([3, 'following']);
  });

  it('does nothing more once it is closed', async () => {
    const { server, states, follower } = followed();
    server.isAway = true;
    follower.connected();
    await settle();
    follower.close();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([server.asked.length, states]).toEqual([1, ['following']]);
  });
});
