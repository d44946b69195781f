import type { ApiResult } from '#api/result.ts';

/** given (AUTH-18). */
const TICK_MS = 250;
const MAX_TICKS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export interface SignedAuthPorts<T> {
  /** CALL-004. */
  send(): Promise<ApiResult<T>>;
  isOnline(): boolean;
  /** A token came from elsewhere, or nobody waits for it any more. */
  isOver(): boolean;
  wait(ms: number): Promise<void>;
  now(): number;
}

export type SignedAuthEnd<T> = { how: 'exchanged'; value: T } | { how: 'refused' } | { how: 'over' } | { how: 'given-up' };

/**
 * Exchanges the cookie for this host's bearer. The tick only checks; it sends when the device is online, no request is in flight (each is
 * awaited) and the growing pause after a failure has passed (AUTH-20, ODD-04). A refusal is an answer: there is no sign-in here.
 */
export async function exchangeByTicks<T>(ports: SignedAuthPorts<T>): Promise<SignedAuthEnd<T>> {
  let pauseMs = FIRST_PAUSE_MS;
  let notBefore = 0;
  for (let tick = 0; tick < MAX_TICKS; tick += 1) {
    if (ports.isOver()) return { how: 'over' };
    if (ports.isOnline() && ports.now() >= notBefore) {
      const result = await ports.send();
      if (ports.isOver()) return { how: 'over' };
      if (result.ok) return { how: 'exchanged', value: result.value };
      if (result.failure.kind === 'refused' && (result.failure.status === 401 || result.failure.status === 403)) return { how: 'refused' };
      notBefore = ports.now() + pauseMs;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    await ports.wait(TICK_MS);
  }
  return { how: 'given-up' };
}
