import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { failureStatus } from '#api/failure-status.ts';
import { useSession } from '#ui/session-context.tsx';
import type { SeriesSource } from '#workers/series/types.ts';
import type { IsShown } from '#model/campaigns/made-in-read.ts';
import type { CaseTask } from './case-task.ts';
import type { StudyOfStrip, Thumbnail } from './frame/SeriesStrip.tsx';
import { AnnotatorFrame } from './frame/AnnotatorFrame.tsx';
import { KnownClickModels } from './clicks/KnownClickModels.tsx';
import { KeptComparison } from './compare/KeptComparison.tsx';
import { CommentsProvider } from './comments/comments-context.tsx';
import { LayoutsProvider } from './layouts/layouts-context.tsx';
import { useLayouts, type KnownLayouts } from './layouts/use-layouts.ts';
import { FollowUpProvider } from './follow-up/follow-up-context.tsx';
import { FormsProvider } from './form/forms-context.tsx';
import { HistoryProvider } from './history/history-context.tsx';
import { MaskProvider } from './masks/masks-context.tsx';
import { GoneWork } from './masks/work-file/GoneWork.tsx';
import type { StudySegmentations } from './masks/study-segmentations.ts';
import { KnownProposals } from './proposals/KnownProposals.tsx';
import { KnownRegistrations } from './registration/KnownRegistrations.tsx';
import { MeasureProvider } from './measure/measure-context.tsx';
import { createWorkstation, WorkstationProvider, type Workstation } from './workstation.ts';
import { areImagesComing, completeSeries, firstSeries, firstSlice } from './shown-series.ts';
import { dateText, TEXTS } from './texts.ts';
import classes from './AnnotatorPage.module.css';

export interface AnnotatorPageProps {
  db: LocalDb;
  userId: number;
  /** Of the study in the address. */
  uuid: string;
  serverReachable: boolean;
  /** `angiography`: opened as a study of films. */
  mode: 'case' | 'angiography';
  study: StudyDetail | undefined;
  series: readonly Series[] | undefined;
  /** Earlier studies of the same patient, the latest first. */
  earlier: readonly { study: StudyDetail; series: readonly Series[] }[];
  error: Error | null;
  isFetching: boolean;
  onRetry: () => void;
  /** Address of the list that the study is in. */
  backTo: string;
  Thumbnail: Thumbnail;
  segmentations: StudySegmentations;
  task: CaseTask | null;
  /** Of measurements and comments, those that are shown; null: all. */
  isShown: IsShown | null;
  /** UUID of the comment that the address asks for. */
  comment: string | null;
}

const NOT_FOUND = 404;

/** A study in a workstation of its own tab. */
export function AnnotatorPage(props: AnnotatorPageProps) {
  const { db, userId, uuid, study, series, error, isFetching, serverReachable, onRetry, backTo } = props;
  const { team } = useSession<Session>();
  const layouts = useLayouts(db);
  // Also when this device still has it: nothing that is drawn there would arrive.
  const isGone = failureStatus(error) === NOT_FOUND;
  if (!isGone && study !== undefined && series !== undefined) return <Open {...props} {...{ study, series, layouts }} />;
  if (!isGone && error === null && (serverReachable || isFetching))
    return <main className={classes.page} aria-busy aria-label={TEXTS.loading} />;
  const [title, why] = isGone
    ? [TEXTS.gone, TEXTS.goneWhy]
    : serverReachable
      ? [TEXTS.unloaded, TEXTS.unloadedWhy]
      : [TEXTS.offline, TEXTS.offlineWhy];
  return (
    <main className={classes.page}>
      <a className={classes.back} href={backTo}>
        {TEXTS.back}
      </a>
      <ErrorState whole title={title} offline={!serverReachable} retrying={isFetching} {...(isGone ? {} : { onRetry })}>
        {why}
      </ErrorState>
      {isGone && team !== null && <GoneWork owner={{ db, userId, team: team.slug }} study={uuid} />}
    </main>
  );
}

interface OpenProps extends AnnotatorPageProps {
  study: StudyDetail;
  series: readonly Series[];
  layouts: KnownLayouts | null;
}

function Open(props: OpenProps) {
  const { layouts, db, userId, serverReachable, mode, study, series, earlier, backTo, Thumbnail, segmentations } = props;
  const { task, isShown, comment } = props;
  const studies = useMemo(
    (): StudyOfStrip[] => [
      { uuid: study.uuid, date: dateText(study.studyDate), words: 'this study', ...completeSeries(series) },
      ...earlier.map((one) => ({
        uuid: one.study.uuid,
        date: dateText(one.study.studyDate),
        words: 'earlier',
        ...completeSeries(one.series),
      })),
    ],
    [study, series, earlier],
  );
  const isBlinded = isShown !== null || task?.isBlinded === true;
  const first = firstSeries(studies[0]!.series, mode);
  const workstation = useNewWorkstation(db, userId, study.uuid, studies, first);
  const isTouch = useMediaQuery('(pointer: coarse)', false);
  useEffect(() => {
    if (serverReachable) workstation?.series.serverReturned();
  }, [workstation, serverReachable]);
  if (first === null) {
    return (
      <main className={classes.page}>
        <a className={classes.back} href={backTo}>
          {TEXTS.back}
        </a>
        <p className={classes.none} role="status">
          {areImagesComing(series) ? TEXTS.imagesComing : TEXTS.noImages}
        </p>
      </main>
    );
  }
  if (workstation === null) return <main className={classes.page} aria-busy aria-label={TEXTS.loading} />;
  return (
    <WorkstationProvider value={workstation}>
      <LayoutsProvider {...{ db, study, studies, layouts }}>
        <MeasureProvider db={db} studies={studies} isShown={isShown}>
          <HistoryProvider>
            <MaskProvider db={db} study={study.uuid} segmentations={segmentations}>
              <KeptComparison study={study.uuid} />
              <KnownProposals {...{ db, study, series }} isRead={isBlinded} />
              <KnownRegistrations study={study.uuid} />
              {!isBlinded && <KnownClickModels study={study.uuid} series={series} />}
              <CommentsProvider {...{ db, study: study.uuid, task: task?.uuid ?? null, asked: comment, isShown }}>
                <FormsProvider {...{ db, study: study.uuid, read: task?.read ?? null, isShown }}>
                  <FollowUpProvider {...{ db, study, earlier, isRead: isBlinded }}>
                    <AnnotatorFrame {...{ study, studies, isTouch, backTo, Thumbnail, task }} />
                  </FollowUpProvider>
                </FormsProvider>
              </CommentsProvider>
            </MaskProvider>
          </HistoryProvider>
        </MeasureProvider>
      </LayoutsProvider>
    </WorkstationProvider>
  );
}

/** One worker for as long as the page is open, whatever is learned of the study meanwhile. */
function useNewWorkstation(
  db: LocalDb,
  userId: number,
  study: string,
  studies: readonly StudyOfStrip[],
  first: Series | null,
): Workstation | null {
  const [workstation, setWorkstation] = useState<Workstation | null>(null);
  const [sources] = useState(() => new Map<string, SeriesSource>());
  const [overlays] = useState(() => new Map<string, readonly Series[]>());
  for (const study of studies) {
    for (const one of study.series) {
      sources.set(one.uuid, sourceOf(one));
      overlays.set(one.uuid, study.overlays);
    }
  }
  const firstUuid = first?.uuid ?? null;
  const slice = first === null ? 0 : firstSlice(first);
  useEffect(() => {
    if (firstUuid === null) return;
    const created = createWorkstation({
      db,
      userId,
      sourceOf: (uuid) => sources.get(uuid) ?? null,
      overlaysOf: (uuid) => overlays.get(uuid) ?? [],
      study,
    });
    created.station.act({ act: 'show-series', pane: 0, series: firstUuid, slice });
    // The pane would ask for it as well, but only after the whole page has been drawn.
    created.series.open(firstUuid, slice);
    setWorkstation(created);
    return () => {
      created.compare.end();
      created.clicks.end();
      created.scribbles.end();
      created.deviceRuns.cancel();
      created.voxels.end();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a later first series must not replace what somebody looks at
  }, [db, userId, study, sources, overlays, firstUuid === null]);
  useEffect(() => workstation?.overlays.offersChanged(), [workstation, studies]);
  return workstation;
}

/** DICOM as it was sent, or its volume where the files are out of reach; an uploaded volume directly. */
function sourceOf({ uuid, type, volumes }: Series): SeriesSource {
  const volumeId = volumes[0]?.id ?? null;
  const bricks = volumes[0]?.bricks ?? null;
  if (type === 'nii' && volumeId !== null) return { of: 'volume', volumeId, bricks };
  // Of several volumes, nobody knows which slices are in which.
  return { of: 'originals', seriesUuid: uuid, volumeId, bricks: volumes.length === 1 ? bricks : null };
}
