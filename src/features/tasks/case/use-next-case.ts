import type { Session } from '#model/session.ts';
import { nextTask, type ShownTask } from '#model/tasks/shown-tasks.ts';
import { useReviews } from '#features/tasks/reviews/use-reviews.ts';
import { MY_REVIEWS } from '#features/tasks/reviews/review-address.ts';
import { useTasks } from '#features/tasks/use-tasks.ts';
import { useSession } from '#ui/session-context.tsx';

/** The case after this one, in the list that it is in: reviews or other work, of this user or of the role. */
export function useNextCase(task: ShownTask): ShownTask | null {
  const { permissions } = useSession<Session>();
  const list = task.assignee === null ? 'roles' : 'mine';
  const isReview = task.kind === 'review' && permissions.has('r:reviews');
  const reviews = useReviews({ ...MY_REVIEWS, list }, { enabled: isReview });
  const tasks = useTasks({ list }, { enabled: !isReview });
  const { data, isPlaceholderData } = isReview ? reviews : tasks;
  return data === undefined || isPlaceholderData ? null : nextTask(data.data, task.uuid);
}
