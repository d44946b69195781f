import { expect, it } from 'vitest';
import { ApiFailureError, type ApiFailure } from '#api/result.ts';
import { mayRetry, retryDelay } from './query-client.ts';

const error = (failure: ApiFailure) => new ApiFailureError(failure);
const refused = (status: number, retryAfterMs?: number) =>
  error({ kind: 'refused', status, code: null, message: '', ...(retryAfterMs !== undefined && { retryAfterMs }) });

it('retries a temporary failure twice, after one second and after two', () => {
  const busy = refused(503);
  expect([0, 1, 2].map((failures) => mayRetry(failures, busy))).toEqual([true, true, false]);
  expect([0, 1].map((failures) => retryDelay(failures, busy))).toEqual([1000, 2000]);
  expect([mayRetry(0, refused(404)), mayRetry(0, error({ kind: 'network' })), mayRetry(0, new Error('bug'))]).toEqual([false, true, false]);
});

it.each([refused(429, 5000), refused(503, 5000), error({ kind: 'network', status: 503, retryAfterMs: 5000 })])(
  'a retry waits as long as the server asked: %s',
  (busy) => {
    expect([mayRetry(0, busy), retryDelay(0, busy), retryDelay(1, busy)]).toEqual([true, 5000, 5000]);
  },
);

it('a longer wait is not retried automatically', () => {
  expect(mayRetry(0, refused(429, 11_000))).toBe(false);
});
