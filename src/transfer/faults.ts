import type { ServerAnswer } from './ports.ts';

/**
 * What a fault asks of the sender. Faults are ordinary events: nothing that is queued is ever given up by itself.
 *
 * | fault                                   | verdict                                                            |
 * |-----------------------------------------|--------------------------------------------------------------------|
 * | no answer, 408, 425, 429, 5xx           | again: five quick tries, then growing pauses without end            |
 * | 507                                     | again, slowly: the server heals when it has room                    |
 * | 401                                     | renew the upload token once, then 'sign in to continue'             |
 * | 404                                     | forgotten: the server does not know the session; start over with it |
 * | 422 checksum                            | once more (a bit flipped on the way), a second time failed          |
 * | 409, 403, 410, 413, other 4xx           | failed, with the reason and 'Try again'                             |
 */
export type Verdict =
  | { kind: 'again'; reason: string; afterMs: number | null; quick: boolean }
  | { kind: 'sign-in' }
  | { kind: 'forgotten' }
  | { kind: 'once-more'; code: string; message: string }
  | { kind: 'failed'; code: string; message: string };

export function judgeFault(answer: Extract<ServerAnswer<unknown>, { ok: false }>): Verdict {
  if (answer.kind === 'network') return { kind: 'again', reason: 'network', afterMs: null, quick: true };
  const { status, message, retryAfterMs } = answer;
  const code = answer.code ?? `http_${status}`;
  if (status === 507) return { kind: 'again', reason: 'storage_full', afterMs: retryAfterMs, quick: false };
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return { kind: 'again', reason: 'server', afterMs: retryAfterMs, quick: status !== 429 };
  }
  if (status === 401) return { kind: 'sign-in' };
  if (status === 404) return { kind: 'forgotten' };
  if (status === 422 && code === 'checksum_wrong') return { kind: 'once-more', code, message };
  return { kind: 'failed', code, message };
}

const QUICK_PAUSES_MS = [300, 800, 2_000, 4_000, 8_000] as const;
const FIRST_PAUSE_MS = 15_000;
export const LONGEST_PAUSE_MS = 5 * 60_000;

/** Pause before quick try `tries` (1 to 5), jittered by a quarter so that fifty clients do not return at once. */
export function quickPauseMs(tries: number, random: number): number {
  const pause = QUICK_PAUSES_MS[Math.min(tries, QUICK_PAUSES_MS.length) - 1] ?? QUICK_PAUSES_MS[0];
  return Math.round(pause * (0.75 + 0.5 * random));
}

/** Pause after the quick tries: 15 s, doubling to 5 min, jittered by a quarter, without end. */
export function slowPauseMs(rounds: number, random: number): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, rounds - 1));
  return Math.round(pause * (0.75 + 0.5 * random));
}
