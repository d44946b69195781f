import { describe, expect, it } from 'vitest';
import type { ApiResult } from '#api/result.ts';
import { exchangeByTicks, type SignedAuthPorts } from './signed-auth.ts';

const AWAY: ApiResult<string> = { ok: false, failure: { kind: 'network' } };
const REFUSED: ApiResult<string> = { ok: false, failure: { kind: 'refused', status: 401, code: null, message: '' } };

/** A clock that goes on with each wait; `sentAt` are the moments at which the server was asked. */
function play(change: Partial<SignedAuthPorts<string>> = {}) {
  let nowMs = 0;
  let waits = 0;
  const sentAt: number[] = [];
  const pauses = new Set<number>();
  const end = exchangeByTicks<string>({
    send: async () => {
      sentAt.push(nowMs);
      return AWAY;
    },
    isOnline: () => true,
    isOver: () => false,
    wait: async (ms) => {
      nowMs += ms;
      waits += 1;
      pauses.add(ms);
    },
    now: () => nowMs,
    ...change,
  });
  return { end, sentAt, pauses, waits: () => waits };
}

describe('the cookie exchange', () => {
  it('tries every 250 ms and gives up after 10,000 tries [AUTH-18, CONST-05, ODD-04]', async () => {
    const played = play();
    expect(await played.end).toEqual({ how: 'given-up' });
    expect([...played.pauses]).toEqual([250]);
    expect(played.waits()).toBe(10_000);
  });

  it('waits longer after each failure, up to half a minute [AUTH-20, ODD-04]', async () => {
    const played = play();
    await played.end;
    const gaps = played.sentAt.slice(1, 10).map((at, index) => at - played.sentAt[index]!);
    expect(gaps).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('makes no call while the device is offline', async () => {
    const played = play({ isOnline: () => false });
    await played.end;
    expect(played.sentAt).toEqual([]);
  });

  it('ends with a token or a refusal', async () => {
    expect(await play({ send: async () => ({ ok: true, value: 'token' }) }).end).toEqual({ how: 'exchanged', value: 'token' });
    expect(await play({ send: async () => REFUSED }).end).toEqual({ how: 'refused' });
  });

  it('ends when nobody waits for it any more', async () => {
    const played = play({ isOver: () => true });
    expect(await played.end).toEqual({ how: 'over' });
    expect(played.sentAt).toEqual([]);
  });
});
