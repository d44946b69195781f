import { CountMark } from '#features/tasks/OpenTasks.tsx';
import { openReviewsText } from './review-texts.ts';
import { useReviewCounts } from './use-reviews.ts';

/** How many reviews wait for this user, beside 'Reviews' in the sidebar. */
export function OpenReviews({ className }: { className: string | undefined }) {
  const mine = useReviewCounts().data?.mine ?? 0;
  return <CountMark className={className} count={mine} words={openReviewsText(mine)} />;
}
