import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { failureStatus } from '#api/failure-status.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { useSession } from '#ui/session-context.tsx';
import { StudyFindings } from './findings/StudyFindings.tsx';
import { SeriesList } from './SeriesList.tsx';
import { SeriesViewerSlot, type SeriesViewer } from './SeriesViewerSlot.tsx';
import { StudyFacts } from './StudyFacts.tsx';
import { StudyHead } from './StudyHead.tsx';
import { useStudyMarks } from './study-marks-context.ts';
import classes from './StudyPanel.module.css';
import { TEXTS } from './texts.ts';
import { useStudy } from './use-study.ts';

const NOT_FOUND = 404;

/** The content of the study panel: head, facts, the open series, and the list of all series. */
export function StudyDetail({ uuid, Viewer }: { uuid: string; Viewer: SeriesViewer }) {
  const { serverReachable, user } = useSession<Session>();
  const { study, series, error, isFetching, seenAt, refetch } = useStudy(uuid);
  const { labels, projects, tasks } = useStudyMarks();
  const [chosen, setChosen] = useState<string | null>(null);
  const current = series?.find((each) => each.uuid === chosen) ?? series?.[0] ?? null;
  const isGone = failureStatus(error) === NOT_FOUND;

  if (isGone || ((study === undefined || series === undefined) && (error !== null || (!serverReachable && !isFetching)))) {
    const text = TEXTS.detail;
    const [title, why] = isGone
      ? [text.gone, text.goneWhy]
      : serverReachable
        ? [text.failed, text.failedWhy]
        : [text.offline, text.offlineWhy];
    return (
      <>
        <StudyHead study={undefined} series={[]} current={null} />
        <ErrorState title={title} offline={!serverReachable} retrying={isFetching} {...(isGone ? {} : { onRetry: () => void refetch() })}>
          {why}
        </ErrorState>
      </>
    );
  }
  return (
    <>
      <StudyHead study={study ?? null} series={series ?? []} current={current} />
      <StudyFacts study={study ?? null} seenAt={!serverReachable || error !== null ? seenAt : null} />
      {study !== undefined && (
        <div className={classes.marks}>
          {labels(study, 'panel')}
          {projects(study)}
          {tasks(study)}
        </div>
      )}
      {study !== undefined && <StudyFindings studyUuid={uuid} findings={study.findings ?? []} series={series ?? []} />}
      <div className={classes.body}>
        <div className={classes.viewer}>
          {current !== null && study !== undefined && (
            <SeriesViewerSlot
              key={current.uuid}
              Viewer={Viewer}
              userId={user.id}
              studyUuid={uuid}
              patientName={patientNameToText(study.data.patientName)}
              series={current}
            />
          )}
        </div>
        {series === undefined ? (
          <SeriesSkeleton />
        ) : (
          <SeriesList
            studyUuid={uuid}
            series={series}
            findings={study?.findings ?? []}
            current={current?.uuid ?? null}
            onChoose={setChosen}
          />
        )}
      </div>
    </>
  );
}

function SeriesSkeleton() {
  return (
    <div className={classes.series} aria-hidden data-skeleton>
      {[0, 1, 2].map((row) => (
        <div key={row} className={classes.skeletonRow}>
          <Skeleton width={48} height={48} />
          <Skeleton width="60%" height={12} />
        </div>
      ))}
    </div>
  );
}
