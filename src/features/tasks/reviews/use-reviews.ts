import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { dayOf, startOfDay } from '#features/tasks/task-days.ts';
import { useDay } from '#features/tasks/use-day.ts';
import { useShownList } from '#features/tasks/use-tasks.ts';
import { useSession } from '#ui/session-context.tsx';
import { MY_REVIEWS, type ReviewAddress } from './review-address.ts';

/** PCALL-119. Opened pages are stored on the device and readable offline. */
export function useReviews({ page, list, state }: ReviewAddress = MY_REVIEWS, { enabled = true } = {}) {
  const { team } = useSession<Session>();
  const now = useDay();
  const query = {
    ...(page > 1 && { page }),
    ...(list !== 'mine' && { list }),
    ...(state !== 'open' && { state }),
    ...{ today: dayOf(now), since: startOfDay(now) },
  };
  const reviews = useQuery({
    queryKey: ['reviews', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.reviews, { query, signal })),
    placeholderData: keepPreviousData,
    enabled,
  });
  return { ...reviews, data: useShownList(reviews.data), today: query.today };
}

/** PCALL-120. */
export function useReviewCounts() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['review-counts', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.reviewCounts, { signal })),
    enabled: team !== null,
  });
}
