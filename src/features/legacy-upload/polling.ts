/** given (LEG-017, LEG-029). */
export const READ_EVERY_MS = 5_000;
export const CONVERSION_EVERY_MS = 3_000;

/** given (LEG-018): so many failures in a row, then nobody is asked any more. */
const TOLERATED = 5;

/** How the asking for what the server read stands. */
export interface Polling {
  /** CALL-044 until the server has heard it; from then on CALL-045, which begins nothing. */
  next: 'begin' | 'ask';
  failures: number;
  /** Until a person tries again. */
  hasGivenUp: boolean;
}

export const FIRST_ASKED: Polling = { next: 'begin', failures: 0, hasGivenUp: false };

/** `away`: nobody answered, or nobody is signed in. That passes by itself, so it is no failure of the reading. */
export function afterAnswer({ next, failures }: Polling, answer: 'nothing-yet' | 'failed' | 'away'): Polling {
  if (answer === 'nothing-yet') return { next: 'ask', failures: 0, hasGivenUp: false };
  const counted = failures + (answer === 'failed' ? 1 : 0);
  return { next, failures: counted, hasGivenUp: counted >= TOLERATED };
}
