import { useOwn } from '#app/session/visit-context.tsx';
import { CampaignsToRead } from '#features/campaigns/CampaignsToRead.tsx';
import { SeriesThumbnail } from '#features/studies/SeriesThumbnail.tsx';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';
import { MyWorkPage } from '#features/tasks/MyWorkPage.tsx';
import { TaskMovesProvider } from '#features/tasks/task-moves-context.tsx';
import type { SubjectPicture } from '#features/tasks/TasksTable.tsx';

export function MyWorkRoute() {
  const { db } = useOwn();
  return (
    <ThumbnailsProvider db={db}>
      <TaskMovesProvider db={db}>
        <MyWorkPage picture={subjectPicture} above={<CampaignsToRead db={db} />} />
      </TaskMovesProvider>
    </ThumbnailsProvider>
  );
}

export const subjectPicture: SubjectPicture = (studyUuid, series) => <SeriesThumbnail series={series} studyUuid={studyUuid} size="row" />;
