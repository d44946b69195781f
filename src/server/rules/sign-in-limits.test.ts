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

const tryFrom = (address: string, account = VICTIM): 'let through' | number => {
  try {
    limits.begin(account, address);
    return 'let through';
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error;
    return error.retryAfterSeconds;
  }
};
const tries = (count: number, address: string, account?: string) => Array.from({ length: count }, () => tryFrom(address, account));

describe('guessing one account from one address', () => {
  test('waits longer after each failure beyond the fifth, up to a quarter of an hour', () => {
    expect(tries(5, '10.0.0.1')).toEqual(Array(5).fill('let through'));
    const pauses = Array.from({ length: 12 }, () => {
      const seconds = tryFrom('10.0.0.1');
      clock += Number(seconds) * 1000;
      expect(tryFrom('10.0.0.1')).toBe('let through');
      return seconds;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test('does not lock the owner out at another address', () => {
    tries(200, '10.0.0.1');
    expect(tryFrom('10.0.0.2')).toBe('let through');
  });

  test('is forgotten after a success, and after an hour', () => {
    tries(5, '10.0.0.1');
    limits.succeeded(VICTIM, '10.0.0.1');
    expect(tries(5, '10.0.0.1')).toEqual(Array(5).fill('let through'));
    clock += 3_600_001;
    expect(tries(5, '10.0.0.1')).toEqual(Array(5).fill('let through'));
  });
});

test('guessing one account from many addresses leaves each new address one try', () => {
  for (let host = 0; host < 60; host += 1) tryFrom(`10.0.1.${host}`);
  expect(tries(2, '10.0.2.1')).toEqual(['let through', 1]);
});

test('guessing many accounts from one address is paused after thirty', () => {
  const asked = Array.from({ length: 31 }, (_, i) => tryFrom('10.0.0.1', `user${i}@example.org`));
  expect(asked.filter((one) => one === 'let through')).toHaveLength(30);
  expect(tryFrom('10.0.0.2', 'user1@example.org')).toBe('let through');
});

test('a hospital behind one address signs in all morning', () => {
  for (let person = 0; person < 500; person += 1) {
    expect(tryFrom('10.0.0.1', `person${person}@example.org`)).toBe('let through');
    limits.succeeded(`person${person}@example.org`, '10.0.0.1');
  }
});

test('addresses of one IPv6 network count as one', () => {
  const asked = Array.from({ length: 6 }, (_, i) => tryFrom(`2001:db8:1:2::${i + 1}`));
  expect(asked.at(-1)).toBe(1);
  expect(tryFrom('2001:db8:1:3::1')).toBe('let through');
});
