import type { ErrorCode, HeldBy } from '#contract/errors.ts';
import type { Measurement } from '#contract/measurements.ts';

/**
 * Why a call has no answer. Code looks at `kind` and `code`; words for the screen are chosen in features.
 * - `network`: nothing came back, or a proxy answered for a server that is not there. What was sent may or may not have arrived.
 * - `refused`: the server answered with an entry of the error table (`code` is null when the body was not ours).
 * - `malformed`: the server answered, and the answer is not what the contract says.
 */
export type ApiFailure =
  | { kind: 'network'; status?: number; retryAfterMs?: number }
  | {
      kind: 'refused';
      status: number;
      code: ErrorCode | null;
      message: string;
      errors?: Record<string, string[]>;
      limit?: { name: string; max: number };
      heldBy?: HeldBy;
      stored?: Measurement;
      /** From `Retry-After`, in milliseconds. */
      retryAfterMs?: number;
    }
  | { kind: 'malformed'; status: number };

export type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure };

/** For callers whose caller throws, such as a query function: keeps the failure. */
export class ApiFailureError extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.kind === 'refused' ? `refused with ${failure.status} ${failure.code ?? ''}`.trim() : failure.kind);
    this.name = 'ApiFailureError';
    this.failure = failure;
  }
}

/** The value, or the failure thrown: `queryFn: async () => valueOf(await callApi(CALLS.studies, { query }))`. */
export function valueOf<T>(result: ApiResult<T>): T {
  if (result.ok) return result.value;
  throw new ApiFailureError(result.failure);
}

/** For how long the server, or who speaks for it, asked not to be asked again; null where it did not say. */
export function retryAfter(failure: ApiFailure): number | null {
  return (failure.kind === 'malformed' ? undefined : failure.retryAfterMs) ?? null;
}

/** Worth sending a small write again that may be sent twice: a sign-in that ended comes back, an answer that nobody can read may have been one. */
export function mayBeTaken(failure: ApiFailure): boolean {
  return isPassing(failure) || failure.kind === 'malformed' || (failure.kind === 'refused' && failure.status === 401);
}

/** Safe to send a reading call again: the network or a passing state of the server was the reason. */
export function isPassing(failure: ApiFailure): boolean {
  return (
    failure.kind === 'network' ||
    (failure.kind === 'refused' && (failure.status >= 500 || failure.status === 408 || failure.status === 429))
  );
}
