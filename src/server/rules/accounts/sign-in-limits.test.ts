import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, TEST_ENGINES, type TestDatabase } from '#server/db/test-database.ts';
import { createSignInLimits, TooManyTries } from './sign-in-limits.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const VICTIM = 'victim@example.org';

describe.each(TEST_ENGINES)('on %s', (engine) => {
  let opened: TestDatabase;
  let clock = 0;
  let limits: SignInLimits;
  beforeEach(async () => {
    clock = 1_800_000_000_000;
    opened = await openTestDatabase(engine);
    limits = createSignInLimits({ db: opened.db, now: () => clock });
  });
  afterEach(() => opened.drop());

  const tryAs = async (account: string, device: string | null = null): Promise<'let through' | number> => {
    try {
      await limits.begin({ account, device });
      return 'let through';
    } catch (error) {
      if (!(error instanceof TooManyTries)) throw error;
      return error.retryAfterSeconds;
    }
  };
  const tries = async (count: number, account: string, device?: string) => {
    const results: ('let through' | number)[] = [];
    for (let n = 0; n < count; n += 1) results.push(await tryAs(account, device));
    return results;
  };
  const FREE = Array(5).fill('let through');

  describe('guessing the password of one account', () => {
    test('waits longer after each failure beyond the fifth, up to a quarter of an hour', async () => {
      expect(await tries(5, VICTIM)).toEqual(FREE);
      const pauses: unknown[] = [];
      while (pauses.length < 12) {
        const seconds = await tryAs(VICTIM);
        clock += Number(seconds) * 1000 - 1;
        expect(await tryAs(VICTIM)).toBe(1);
        clock += 1;
        expect(await tryAs(VICTIM)).toBe('let through');
        pauses.push(seconds);
      }
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    });

    test('allows 18 tries in the first hour at most [BACK-10]', async () => {
      let through = 0;
      for (const end = clock + 3_600_000; clock < end; clock += 10_000) if ((await tryAs(VICTIM)) === 'let through') through += 1;
      expect(through).toBeLessThanOrEqual(18);
    });

    test('does not count tries during a pause, which do not extend it', async () => {
      await tries(5, VICTIM);
      await tries(50, VICTIM);
      clock += 1_000;
      expect(await tryAs(VICTIM)).toBe('let through');
    });

    test('counts simultaneous tries', async () => {
      const all = await Promise.all(Array.from({ length: 7 }, () => tryAs(VICTIM)));
      expect(all.sort()).toEqual([1, 1, ...FREE]);
    });

    test('is reset after a success, and after an hour', async () => {
      await tries(5, VICTIM);
      await limits.succeeded({ account: VICTIM, device: null });
      expect(await tries(5, VICTIM)).toEqual(FREE);
      clock += 3_600_001;
      expect(await tries(5, VICTIM)).toEqual(FREE);
    });
  });

  describe('a browser known to the account', () => {
    test('is not slowed down by strangers', async () => {
      await tries(50, VICTIM);
      expect(await tryAs(VICTIM)).toBe(1);
      expect(await tries(5, VICTIM, 'own browser')).toEqual(FREE);
    });

    test('is slowed down by its own failures, and slows down no other', async () => {
      expect(await tries(6, VICTIM, 'own browser')).toEqual([...FREE, 1]);
      expect(await tryAs(VICTIM, 'another browser')).toBe('let through');
      expect(await tryAs(VICTIM)).toBe('let through');
    });

    test('that is known to one account is unknown to others', async () => {
      await tries(5, VICTIM, 'own browser');
      expect(await tryAs('other@example.org', 'own browser')).toBe('let through');
    });
  });

  test('a hospital behind one address can sign in all morning, because addresses are not counted', async () => {
    for (let person = 0; person < 50; person += 1) {
      expect(await tryAs(`person${person}@example.org`)).toBe('let through');
      await limits.succeeded({ account: `person${person}@example.org`, device: null });
    }
  });

  test('failures that are forgotten are removed, and no address is stored', async () => {
    await tries(2, VICTIM);
    clock += 3_600_001;
    await tryAs('other@example.org');
    const rows = await opened.db.read.selectFrom('sign_in_failure').selectAll().execute();
    expect(rows).toEqual([{ guesser: expect.stringMatching(/^[0-9a-f]{64}$/), count: 1, last_at: clock }]);
  });

  test('a success between two tries disturbs neither', async () => {
    const who = { account: VICTIM, device: null };
    const rounds = Array.from({ length: 10 }, async () => {
      const result = await tryAs(VICTIM);
      if (result === 'let through') await limits.succeeded(who);
    });
    await Promise.all(rounds);
    expect(await tryAs(VICTIM)).toBe('let through');
  });

  test('processes of one database count together', async () => {
    const other = createSignInLimits({ db: opened.db, now: () => clock });
    await tries(4, VICTIM);
    await other.begin({ account: VICTIM, device: null });
    expect(await tryAs(VICTIM)).toBe(1);
  });
});
