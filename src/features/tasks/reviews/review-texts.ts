import type { ReviewListName, ReviewState } from '#contract/tasks.ts';
import { formatCountOf } from '#ui/format.ts';

export const REVIEW_TEXTS = {
  reviews: 'Reviews',
  lists: { mine: 'Mine', roles: "My role's", given: 'Asked by me', all: 'All' } satisfies Record<ReviewListName, string>,
  state: 'State',
  states: { open: 'Open', closed: 'Closed' } satisfies Record<ReviewState, string>,
  failed: 'The reviews could not be loaded',
  nothingFound: 'No review matches',
  campaigns: 'Campaigns',
  openMyWork: 'Open My work',
} as const;

export const NO_REVIEWS: Record<ReviewListName, { title: string; why: string }> = {
  mine: { title: 'No reviews for you', why: 'Work that waits for your review appears here. A review opens when the work is done.' },
  roles: {
    title: 'No reviews for your role',
    why: 'Work that waits for a review by your role appears here. Whoever starts a review has it.',
  },
  given: { title: 'No reviews asked by you', why: 'Reviews that you ask for appear here. Choose who reviews when you assign a study.' },
  all: { title: 'No open reviews', why: 'Every review in the team appears here.' },
};

export const openReviewsText = (count: number): string => formatCountOf(count, 'open review', 'open reviews');
