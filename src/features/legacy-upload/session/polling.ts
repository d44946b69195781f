/** given (LEG-017, LEG-029). */
export const READ_EVERY_MS = 5_000;
export const CONVERSION_EVERY_MS = 3_000;

/** given (LEG-018): number of consecutive failures after which polling stops. */
const TOLERATED = 5;

/** The state of polling for the reading result. */
export interface Polling {
  /** CALL-044 until the server has received it; then CALL-045, which starts nothing. */
  next: 'begin' | 'ask';
  failures: number;
  /** Until the user retries. */
  hasGivenUp: boolean;
}

export const FIRST_ASKED: Polling = { next: 'begin', failures: 0, hasGivenUp: false };

/** `away`: no server or no sign-in. That resolves without the user, so it does not count as a failure. */
export function afterAnswer({ next, failures }: Polling, answer: 'nothing-yet' | 'failed' | 'away'): Polling {
  if (answer === 'nothing-yet') return { next: 'ask', failures: 0, hasGivenUp: false };
  const counted = failures + (answer === 'failed' ? 1 : 0);
  return { next, failures: counted, hasGivenUp: counted >= TOLERATED };
}
