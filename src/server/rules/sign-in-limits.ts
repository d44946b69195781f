import { Refusal } from './context.ts';

/**
 * Slows down who guesses passwords (BACK-10).
 *
 * Failures are counted for the pair of account and address, and for the address alone; after the free tries each further failure doubles
 * the pause. The account alone never blocks: a stranger who fails a thousand times must not lock its owner out. What many failures from
 * many addresses do is to leave each new address a single free try: enough for the owner, little for the stranger.
 *
 * Kept in memory: with several processes each counts for itself, which multiplies the free tries by their number and nothing else.
 */
export interface SignInLimits {
  /** Counts a try before it is checked, so that tries sent at once count too. Throws `TooManyTries` when it comes too early. */
  begin(account: string, address: string): void;
  succeeded(account: string, address: string): void;
}

/** 429 with the seconds to wait. */
export class TooManyTries extends Refusal {
  readonly retryAfterSeconds: number;
  constructor(retryAfterMs: number) {
    super('too_many');
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  }
}

const FREE_TRIES = { pair: 5, address: 30 } as const;
const ACCOUNT_UNDER_ATTACK = 50;
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
  const waitMs = (key: string, freeTries: number): number => {
    const { count, lastAt } = failuresOf(key);
    return count < freeTries ? 0 : lastAt + pauseMs(count - freeTries) - now();
  };
  const countTry = (key: string): void => {
    const count = failuresOf(key).count + 1;
    failures.delete(key);
    failures.set(key, { count, lastAt: now() });
    // Insertion order is age: the oldest go first.
    for (const oldest of failures.keys()) {
      if (failures.size <= MOST_KEPT) break;
      failures.delete(oldest);
    }
  };

  return {
    begin(account, address) {
      const keys = keysOf(account, address);
      const freeForPair = failuresOf(keys.account).count < ACCOUNT_UNDER_ATTACK ? FREE_TRIES.pair : 1;
      const wait = Math.max(waitMs(keys.pair, freeForPair), waitMs(keys.address, FREE_TRIES.address));
      if (wait > 0) throw new TooManyTries(wait);
      countTry(keys.pair);
      countTry(keys.address);
      countTry(keys.account);
    },
    succeeded(account, address) {
      const keys = keysOf(account, address);
      failures.delete(keys.pair);
      // An address is shared by a whole hospital: a success takes its own try back, not the failures of others.
      for (const key of [keys.address, keys.account]) {
        const { count, lastAt } = failuresOf(key);
        if (count > 0) failures.set(key, { count: count - 1, lastAt });
      }
    },
  };
}

function pauseMs(failuresBeyond: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failuresBeyond, 30));
}

function keysOf(account: string, address: string) {
  const network = networkOf(address);
  return { pair: `pair ${network} ${account}`, address: `address ${network}`, account: `account ${account}` };
}

/** An IPv6 customer owns a whole /64, so that is what counts as one address. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - trailing.length) }, () => '0');
  return [...groups, ...zeros, ...trailing].slice(0, 4).join(':');
}
