import { QueryClient } from '@tanstack/react-query';
import { ApiFailureError, isPassing, retryAfter } from '#api/result.ts';

const QUICK_RETRIES = 2;
/** Longer pauses are left to the user: the page says what failed, and offers to try again. */
const LONGEST_QUICK_PAUSE_MS = 10_000;

export function mayRetry(failures: number, error: Error): boolean {
  if (failures >= QUICK_RETRIES || !(error instanceof ApiFailureError) || !isPassing(error.failure)) return false;
  return (retryAfter(error.failure) ?? 0) <= LONGEST_QUICK_PAUSE_MS;
}

/** One second, then two, and never earlier than the server's `Retry-After`. */
export function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof ApiFailureError ? retryAfter(error.failure) : null;
  return Math.max(1000 * 2 ** failures, asked ?? 0);
}

/** Viewed data stays readable for ten days without a network (PWA-20, 21); a mounted list is always fetched again. */
export const KEPT_MS = 10 * 24 * 60 * 60 * 1000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Both the cache and the server are asked: `offlineFirst` tries once even when the browser believes it is offline.
        networkMode: 'offlineFirst',
        staleTime: 5_000,
        gcTime: KEPT_MS,
        retry: mayRetry,
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
