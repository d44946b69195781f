import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTabTitle } from '#app/frame/use-tab-title.ts';
import { useOwn } from '#app/session/visit-context.tsx';
import { AnnotatorPage } from '#features/annotator/AnnotatorPage.tsx';
import { SeriesThumbnail } from '#features/studies/SeriesThumbnail.tsx';
import { studyNumberText } from '#features/studies/texts.ts';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';
import { useEarlierStudies } from '#features/studies/use-earlier-studies.ts';
import { useStudy } from '#features/studies/use-study.ts';
import { TaskMovesProvider } from '#features/tasks/task-moves-context.tsx';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { startVoxelWorker } from '#workers/voxels/handle.ts';
import { maskedStudy } from './masked-study.ts';
import { useAnnotatorRead } from './use-annotator-read.tsx';
import { useAnnotatorSegmentations } from './use-annotator-segmentations.tsx';
import { useAnnotatorTask } from './use-annotator-task.tsx';

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
  const { db } = useOwn();
  return (
    <TaskMovesProvider db={db}>
      <Case mode={mode} />
    </TaskMovesProvider>
  );
}

function Case({ mode }: { mode: 'case' | 'angiography' }) {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { db, userId } = useOwn();
  const { serverReachable } = useSession<Session>();
  const { study, series, error, isFetching, refetch } = useStudy(uuid);
  const earlier = useEarlierStudies(study);
  const { task, segmentation } = useAnnotatorTask(uuid);
  const { task: read, reading, isAsked, title, error: readError } = useAnnotatorRead(db, uuid);
  const segmentations = useAnnotatorSegmentations(db, uuid, segmentation, reading);
  const isBlinded = isAsked && reading?.list.campaign.blinded !== false;
  const shown = useMemo(() => (study !== undefined && isBlinded ? maskedStudy(study) : study), [study, isBlinded]);
  const number = study === undefined ? null : studyNumberText(study.id);
  useTabTitle(isAsked ? title : number);
  const { comment: asked } = useSearch({ strict: false }) as { comment?: unknown };
  const comment = typeof asked === 'string' ? asked : null;
  return (
    <ThumbnailsProvider db={db}>
      <AnnotatorPage
        key={uuid}
        {...{ db, userId, uuid, serverReachable, mode, series, isFetching, segmentations, comment }}
        error={readError ?? error}
        // Until the read is known, nobody can say what it hides.
        study={isAsked && reading === null ? undefined : shown}
        earlier={isBlinded ? NO_STUDIES : earlier}
        task={read ?? task}
        isShown={reading?.isOfRead ?? null}
        onRetry={() => void refetch()}
        backTo={`/studies-v2?study=${uuid}`}
        Thumbnail={SeriesThumbnail}
      />
    </ThumbnailsProvider>
  );
}

const NO_STUDIES: [] = [];
