import { Refusal } from '#server/rules/context.ts';

/**
 * Slows down password guessing (BACK-10): after five failures each further one doubles the pause before the next try.
 *
 * Failures are counted per account, wherever they come from: a hospital shares one address, and an attacker has many. So that strangers
 * cannot lock out the owner, a browser in which the owner has signed in before is counted separately (known-devices.ts). An account that
 * does not exist is counted like any other.
 *
 * Kept in memory: several processes count separately, which only multiplies the free tries by their number.
 */
export interface SignInLimits {
  /** Counts a try before it is checked, so that simultaneous tries count too. Throws `TooManyTries` if it comes too early. */
  begin(who: Guesser): void;
  succeeded(who: Guesser): void;
}

export interface Guesser {
  account: string;
  /** A browser that is known to the account; null for any other. */
  device: string | null;
}

/** 429 with the seconds to wait. */
export class TooManyTries extends Refusal {
  readonly retryAfterSeconds: number;
  constructor(retryAfterMs: number) {
    super('too_many');
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  }
}

const FREE_TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Failures are forgotten after this long without another. */
const MEMORY_MS = 60 * 60_000;
const MOST_KEPT = 50_000;

interface Failures {
  count: number;
  lastAt: number;
}

export function createSignInLimits(now: () => number): SignInLimits {
  const failures = new Map<string, Failures>();

  const failuresOf = (key: string): Failures => {
    const found = failures.get(key);
    return found === undefined || now() - found.lastAt > MEMORY_MS ? { count: 0, lastAt: 0 } : found;
  };
  const countTry = (key: string): void => {
    const count = failuresOf(key).count + 1;
    failures.delete(key);
    failures.set(key, { count, lastAt: now() });
    // Insertion order is age: the oldest are removed first.
    for (const oldest of failures.keys()) {
      if (failures.size <= MOST_KEPT) break;
      failures.delete(oldest);
    }
  };

  return {
    begin(who) {
      const key = keyOf(who);
      const { count, lastAt } = failuresOf(key);
      const waitMs = count < FREE_TRIES ? 0 : lastAt + pauseMs(count - FREE_TRIES) - now();
      if (waitMs > 0) throw new TooManyTries(waitMs);
      countTry(key);
    },
    succeeded: (who) => void failures.delete(keyOf(who)),
  };
}

function pauseMs(failuresBeyond: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failuresBeyond, 30));
}

function keyOf({ account, device }: Guesser): string {
  return device === null ? `account ${account}` : `device ${device} of ${account}`;
}
