import { useParams } from '@tanstack/react-router';
import { useTabTitle } from '#app/frame/use-tab-title.ts';
import { useOwn } from '#app/session/visit-context.tsx';
import { AnnotatorPage } from '#features/annotator/AnnotatorPage.tsx';
import { SeriesThumbnail } from '#features/studies/SeriesThumbnail.tsx';
import { studyNumberText } from '#features/studies/texts.ts';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';
import { useEarlierStudies } from '#features/studies/use-earlier-studies.ts';
import { useStudy } from '#features/studies/use-study.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { startVoxelWorker } from '#workers/voxels/handle.ts';
import { useAnnotatorSegmentations } from './use-annotator-segmentations.tsx';

// The first picture needs it, so it starts with the file of this page, before anybody is known to be signed in.
startVoxelWorker();

/** ROUTE-099. */
export function AnnotatorRoute() {
  return <Annotator mode="case" />;
}

/** ROUTE-100. */
export function AngiographyRoute() {
  return <Annotator mode="angiography" />;
}

function Annotator({ mode }: { mode: 'case' | 'angiography' }) {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { db, userId } = useOwn();
  const { serverReachable } = useSession<Session>();
  const { study, series, error, isFetching, refetch } = useStudy(uuid);
  const earlier = useEarlierStudies(study);
  const segmentations = useAnnotatorSegmentations(db, uuid);
  useTabTitle(study === undefined ? null : studyNumberText(study.id));
  return (
    <ThumbnailsProvider db={db}>
      <AnnotatorPage
        key={uuid}
        {...{ db, userId, uuid, serverReachable, mode, study, series, earlier, error, isFetching, segmentations }}
        onRetry={() => void refetch()}
        backTo={`/studies-v2?study=${uuid}`}
        Thumbnail={SeriesThumbnail}
      />
    </ThumbnailsProvider>
  );
}
