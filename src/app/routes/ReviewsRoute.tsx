import { useOwn } from '#app/session/visit-context.tsx';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';
import { ReviewsPage } from '#features/tasks/reviews/ReviewsPage.tsx';
import { TaskMovesProvider } from '#features/tasks/task-moves-context.tsx';
import { subjectPicture } from './MyWorkRoute.tsx';

export function ReviewsRoute() {
  const { db } = useOwn();
  return (
    <ThumbnailsProvider db={db}>
      <TaskMovesProvider db={db}>
        <ReviewsPage picture={subjectPicture} />
      </TaskMovesProvider>
    </ThumbnailsProvider>
  );
}
