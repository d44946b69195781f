import { QueryClient } from '@tanstack/react-query';
import { ApiFailureError, isPassing } from '#api/result.ts';

const QUICK_RETRIES = 2;

/** What was seen once stays readable for ten days without a network (PWA-20, 21); a mounted list is always asked for again. */
export const KEPT_MS = 10 * 24 * 60 * 60 * 1000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The cache is asked first and the server always: `offlineFirst` tries once even when the browser believes it is offline.
        networkMode: 'offlineFirst',
        staleTime: 5_000,
        gcTime: KEPT_MS,
        retry: (failures, error) => failures < QUICK_RETRIES && error instanceof ApiFailureError && isPassing(error.failure),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
