import { REVIEW_LISTS, REVIEW_STATES, type ReviewListName, type ReviewState } from '#contract/tasks.ts';

/** The part of 'Reviews' that is in the address. */
export interface ReviewAddress {
  page: number;
  list: ReviewListName;
  state: ReviewState;
}

export const MY_REVIEWS: ReviewAddress = { page: 1, list: 'mine', state: 'open' };

/** Invalid values are ignored. */
export function parseReviewAddress(query: Record<string, unknown>): ReviewAddress {
  const page = Number(query['page']);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    list: REVIEW_LISTS.find((list) => list === query['list']) ?? 'mine',
    state: REVIEW_STATES.find((state) => state === query['state']) ?? 'open',
  };
}

/** Default values are left out. */
export function reviewAddressToSearch({ page, list, state }: ReviewAddress) {
  return {
    ...(list !== 'mine' ? { list } : {}),
    ...(state !== 'open' ? { state } : {}),
    ...(page > 1 ? { page } : {}),
  };
}
