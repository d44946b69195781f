import { marked } from '#language/t.ts';
import type { Halt, LostRight } from '#model/uploads/halt.ts';
import type { ServerAnswer } from './ports.ts';

/**
 * How the sender responds to a fault. Faults are ordinary events: nothing queued is ever given up automatically.
 *
 * | fault                                   | verdict                                                            |
 * |-----------------------------------------|--------------------------------------------------------------------|
 * | no answer                               | again: five quick tries, then pauses of up to half a minute         |
 * | 408, 425, 5xx                           | again: five quick tries, then growing pauses without end            |
 * | 429, 507, a Retry-After beyond 10 s     | again, slowly: the server sets the time, or has space again later  |
 * | 503 of a suspended team                 | again, slowly: it waits until the team is reopened                  |
 * | 4xx without a code of the contract      | again: it comes from a proxy (400, 411, 413 to 415, 422, 431: failed) |
 * | 401                                     | a new upload token; if none is issued, 'sign in to continue'        |
 * | 404                                     | forgotten: the server does not know the session; start over         |
 * | 422 checksum                            | sent once more (a bit may have flipped); failed the second time     |
 * | 403 not_allowed, not_a_member           | the user may not upload here: halted until that is allowed again    |
 * | 409, 403, 410, 413, other 4xx           | failed, with the reason and 'Try again'                             |
 */
export type Verdict =
  | { kind: 'again'; reason: string; afterMs: number | null; quick: boolean }
  | { kind: 'sign-in' }
  | { kind: 'rights'; code: LostRight }
  | { kind: 'forgotten' }
  | { kind: 'once-more'; code: string; message: string }
  | { kind: 'failed'; code: string; message: string };

/** The server contradicts itself or is not in the expected state: nothing is lost, but an immediate retry would loop. */
export const SERVER_AGAIN = { kind: 'again', reason: 'server', afterMs: null, quick: false } as const satisfies Verdict;

/** A fault of this device that may not happen again at the next try. */
export const DEVICE_AGAIN = { kind: 'again', reason: 'device', afterMs: null, quick: false } as const satisfies Verdict;

/** The device has lost bytes of an archive that the server was to open. Choosing the archive again resumes the upload. */
export const ARCHIVE_LOST = {
  kind: 'failed',
  code: 'archive_lost',
  message: marked('The browser removed an archive before the server had it. Choose it again, and it goes on where it stopped.'),
} as const satisfies Verdict;

/** What a proxy may refuse for good: a request like this one would be refused again. */
const REFUSED_BY_SIZE_OR_FORM: readonly number[] = [400, 411, 413, 414, 415, 422, 431];

export function judgeFault(answer: Extract<ServerAnswer<unknown>, { ok: false }>): Verdict {
  const { retryAfterMs = null } = answer;
  const afterMs = retryAfterMs === null ? null : Math.min(Math.max(0, retryAfterMs), LONGEST_PAUSE_MS);
  const isSoon = afterMs === null || afterMs <= LONGEST_QUICK_PAUSE_MS;
  // A gateway that answers for an absent server may say when it will be back.
  if (answer.kind === 'network') return { kind: 'again', reason: 'network', afterMs, quick: isSoon };
  const { status, message } = answer;
  const code = answer.code ?? `http_${status}`;
  if (code === 'team_suspended') return { kind: 'again', reason: code, afterMs, quick: false };
  if (status === 507) return { kind: 'again', reason: 'storage_full', afterMs, quick: false };
  if (status === 429) return { kind: 'again', reason: 'too_many', afterMs, quick: false };
  if (status >= 500 || status === 408 || status === 425) {
    return { kind: 'again', reason: 'server', afterMs, quick: isSoon };
  }
  // Not an answer of our server but of a proxy, a captive portal or a gateway. None of them decides about an upload.
  if (answer.code === null && !REFUSED_BY_SIZE_OR_FORM.includes(status)) return { kind: 'again', reason: 'server', afterMs, quick: true };
  if (status === 401) return { kind: 'sign-in' };
  if (status === 403 && (code === 'not_allowed' || code === 'not_a_member')) return { kind: 'rights', code };
  if (status === 404) return { kind: 'forgotten' };
  if (status === 422 && code === 'checksum_wrong') return { kind: 'once-more', code, message };
  return { kind: 'failed', code, message };
}

/** How an upload is halted by a fault, which is what the screen is told of it. */
export function haltOf(verdict: Verdict): Halt {
  if (verdict.kind === 'sign-in') return { why: 'sign-in' };
  if (verdict.kind === 'rights') return { why: 'rights', code: verdict.code };
  if (verdict.kind === 'failed' || verdict.kind === 'once-more') return { why: 'failed', code: verdict.code, message: verdict.message };
  return { why: 'failed', code: verdict.kind === 'forgotten' ? 'not_found' : verdict.kind, message: '' };
}

const QUICK_PAUSES_MS = [300, 800, 2_000, 4_000, 8_000] as const;
const LONGEST_QUICK_PAUSE_MS = 10_000;
const FIRST_PAUSE_MS = 15_000;
export const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * Nobody pays for a check of an unavailable network or of a full device, and no event reports that either is over: a gateway may have stayed up,
 * and the browser frees space some time after rows were deleted.
 */
const CHECKED_SOON: readonly string[] = ['network', 'device'];
const FIRST_SHORT_PAUSE_MS = 5_000;
const LONGEST_SHORT_PAUSE_MS = 30_000;

/** Pause before quick try `tries` (1 to 5), jittered by a quarter so that fifty clients do not return at once. */
export function quickPauseMs(tries: number, random: number): number {
  const pause = QUICK_PAUSES_MS[Math.min(tries, QUICK_PAUSES_MS.length) - 1] ?? QUICK_PAUSES_MS[0];
  return Math.round(pause * (0.75 + 0.5 * random));
}

/**
 * Pause after the quick tries, without end, jittered by a half: for a server 15 s, doubling to 5 min; for a network or this device 5 s, doubling to
 * half a minute. What the server asked for (`Retry-After`) is only ever lengthened, so that fifty clients do not come back together.
 */
export function slowPauseMs(
  { reason, afterMs }: Pick<Extract<Verdict, { kind: 'again' }>, 'reason' | 'afterMs'>,
  rounds: number,
  random: number,
): number {
  if (afterMs !== null) return Math.round(afterMs * (1 + 0.5 * random));
  const [first, longest] = CHECKED_SOON.includes(reason)
    ? [FIRST_SHORT_PAUSE_MS, LONGEST_SHORT_PAUSE_MS]
    : [FIRST_PAUSE_MS, LONGEST_PAUSE_MS];
  const pause = Math.min(longest, first * 2 ** Math.max(0, rounds - 1));
  return Math.round(pause * (0.5 + random));
}
