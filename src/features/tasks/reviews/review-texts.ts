import type { ReviewListName, ReviewState } from '#contract/tasks.ts';
import { inContext, t } from '#language/t.ts';

export const REVIEW_TEXTS = {
  reviews: t('Reviews'),
  lists: { mine: t('Mine'), roles: t("My role's"), given: t('Asked by me'), all: t('All') } satisfies Record<ReviewListName, string>,
  state: t('State'),
  states: { open: inContext('state', 'Open'), closed: t('Closed') } satisfies Record<ReviewState, string>,
  failed: t('The reviews could not be loaded'),
  nothingFound: t('No review matches'),
  campaigns: t('Campaigns'),
  openMyWork: t('Open My work'),
} as const;

export const NO_REVIEWS: Record<ReviewListName, { title: string; why: string }> = {
  mine: { title: t('No reviews for you'), why: t('Work that waits for your review appears here. A review opens when the work is done.') },
  roles: {
    title: t('No reviews for your role'),
    why: t('Work that waits for a review by your role appears here. Whoever starts a review has it.'),
  },
  given: {
    title: t('No reviews asked by you'),
    why: t('Reviews that you ask for appear here. Choose who reviews when you assign a study.'),
  },
  all: { title: t('No open reviews'), why: t('Every review in the team appears here.') },
};

export const openReviewsText = (count: number): string => t('{count, plural, one {# open review} other {# open reviews}}', { count });
