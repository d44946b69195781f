import { beforeEach, describe, expect, test } from 'vitest';
import { createSignInLimits, TooManyTries } from './sign-in-limits.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const VICTIM = 'victim@example.org';
let clock = 0;
let limits: SignInLimits;
beforeEach(() => {
  clock = 1_800_000_000_000;
  limits = createSignInLimits(() => clock);
});

const tryAs = (account: string, device: string | null = null): 'let through' | number => {
  try {
    limits.begin({ account, device });
    return 'let through';
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error;
    return error.retryAfterSeconds;
  }
};
const tries = (count: number, account: string, device?: string) => Array.from({ length: count }, () => tryAs(account, device));
const FREE = Array(5).fill('let through');

describe('guessing the password of one account', () => {
  test('waits longer after each failure beyond the fifth, up to a quarter of an hour', () => {
    expect(tries(5, VICTIM)).toEqual(FREE);
    const pauses = Array.from({ length: 12 }, () => {
      const seconds = tryAs(VICTIM);
      clock += Number(seconds) * 1000 - 1;
      expect(tryAs(VICTIM)).toBe(1);
      clock += 1;
      expect(tryAs(VICTIM)).toBe('let through');
      return seconds;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test('allows 18 tries in the first hour at most [BACK-10]', () => {
    let through = 0;
    for (const end = clock + 3_600_000; clock < end; clock += 250) if (tryAs(VICTIM) === 'let through') through += 1;
    expect(through).toBeLessThanOrEqual(18);
  });

  test('does not count tries during a pause, which do not extend it', () => {
    tries(5, VICTIM);
    tries(1_000, VICTIM);
    clock += 1_000;
    expect(tryAs(VICTIM)).toBe('let through');
  });

  test('counts simultaneous tries', () => {
    expect(tries(7, VICTIM)).toEqual([...FREE, 1, 1]);
  });

  test('is reset after a success, and after an hour', () => {
    tries(5, VICTIM);
    limits.succeeded({ account: VICTIM, device: null });
    expect(tries(5, VICTIM)).toEqual(FREE);
    clock += 3_600_001;
    expect(tries(5, VICTIM)).toEqual(FREE);
  });
});

describe('a browser known to the account', () => {
  test('is not slowed down by strangers', () => {
    tries(50, VICTIM);
    expect(tryAs(VICTIM)).toBe(1);
    expect(tries(5, VICTIM, 'own browser')).toEqual(FREE);
  });

  test('is slowed down by its own failures, and slows down no other', () => {
    expect(tries(6, VICTIM, 'own browser')).toEqual([...FREE, 1]);
    expect(tryAs(VICTIM, 'another browser')).toBe('let through');
    expect(tryAs(VICTIM)).toBe('let through');
  });

  test('that is known to one account is unknown to others', () => {
    tries(5, VICTIM, 'own browser');
    expect(tryAs('other@example.org', 'own browser')).toBe('let through');
  });
});

test('a hospital behind one address can sign in all morning, because addresses are not counted', () => {
  for (let person = 0; person < 500; person += 1) {
    expect(tryAs(`person${person}@example.org`)).toBe('let through');
    limits.succeeded({ account: `person${person}@example.org`, device: null });
  }
});

test('the stored failures are limited, and the oldest are removed first', () => {
  tries(5, VICTIM);
  for (let other = 0; other < 50_000; other += 1) tryAs(`person${other}@example.org`);
  expect(tryAs(VICTIM)).toBe('let through');
  expect(tries(4, 'person49999@example.org')).toEqual(Array(4).fill('let through'));
  expect(tryAs('person49999@example.org')).toBe(1);
});
