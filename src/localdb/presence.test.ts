import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createLocks } from './locks.ts';
import { bePresent, untilAlone } from './presence.ts';
import { LocalDb } from './schema.ts';

const TIME = { elapsed: () => performance.now(), pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) };

describe('who uses the database of a user', () => {
  it('is waited for at a sign-out, also when there are several', async () => {
    const user = nextUser();
    const leave = [bePresent(user), bePresent(user)];
    expect(await untilAlone(user, 50)).toBe(false);
    leave[0]!();
    expect(await untilAlone(user, 50)).toBe(false);
    const alone = untilAlone(user, 5_000);
    leave[1]!();
    expect(await alone).toBe(true);
  });

  it('does not include another user', async () => {
    const leave = bePresent(nextUser());
    expect(await untilAlone(nextUser(), 1_000)).toBe(true);
    leave();
  });

  it('is unknown without Web Locks: nothing is waited for, and nobody counts as alone', async () => {
    vi.stubGlobal('navigator', {});
    const user = nextUser();
    bePresent(user)();
    expect(await untilAlone(user, 50)).toBe(false);
  });
});

describe.each(['Web Locks', 'leases'])('locks by %s', (which) => {
  const locksHere = () => {
    if (which === 'leases') vi.stubGlobal('navigator', {});
    return createLocks(new LocalDb(nextUser()), TIME);
  };
  const never = new AbortController().signal;

  it('admit one holder at a time, and return its result', async () => {
    const locks = locksHere();
    const seen: string[] = [];
    const gate = Promise.withResolvers<void>();
    const name = `lock ${nextUser()}`;
    const first = locks.hold(name, never, async (lost) => {
      seen.push(`first ${lost.aborted}`);
      await gate.promise;
      seen.push('first ends');
      return 1;
    });
    const second = locks.hold(name, never, () => Promise.resolve(seen.push('second')));
    await vi.waitFor(() => expect(seen).toEqual(['first false']));
    gate.resolve();
    expect(await first).toBe(1);
    await second;
    expect(seen).toEqual(['first false', 'first ends', 'second']);
  });

  it('allow shared holders at the same time', async () => {
    const locks = locksHere();
    const name = `lock ${nextUser()}`;
    const gate = Promise.withResolvers<void>();
    const first = locks.hold(name, never, () => gate.promise, 'shared');
    expect(await locks.hold(name, never, () => Promise.resolve('beside'), 'shared')).toBe('beside');
    gate.resolve();
    await first;
  });

  it('stop waiting when the request is cancelled', async () => {
    const locks = locksHere();
    const name = `lock ${nextUser()}`;
    const gate = Promise.withResolvers<void>();
    const first = locks.hold(name, never, () => gate.promise);
    const patience = new AbortController();
    const waiting = locks.hold(name, patience.signal, () => Promise.resolve('held'));
    patience.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    gate.resolve();
    await first;
  });

  it('are skipped when they are requested only if free', async () => {
    const locks = locksHere();
    const name = `lock ${nextUser()}`;
    const gate = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = locks.hold(name, never, () => {
      held.resolve();
      return gate.promise;
    });
    await held.promise;
    const work = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await locks.holdIfFree(name, work);
    expect(work).not.toHaveBeenCalled();
    gate.resolve();
    await first;
    await locks.holdIfFree(name, work);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

afterEach(() => vi.unstubAllGlobals());
