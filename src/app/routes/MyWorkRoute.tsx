import { useOwn } from '#app/session/visit-context.tsx';
import { SeriesThumbnail } from '#features/studies/SeriesThumbnail.tsx';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';
import { MyWorkPage } from '#features/tasks/MyWorkPage.tsx';
import type { SubjectPicture } from '#features/tasks/TasksTable.tsx';

export function MyWorkRoute() {
  const { db } = useOwn();
  return (
    <ThumbnailsProvider db={db}>
      <MyWorkPage picture={picture} />
    </ThumbnailsProvider>
  );
}

const picture: SubjectPicture = (studyUuid, series) => <SeriesThumbnail series={series} studyUuid={studyUuid} size="row" />;
