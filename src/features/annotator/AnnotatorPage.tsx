import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo } from 'react';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { IsShown } from '#model/campaigns/made-in-read.ts';
import { formatStudyDate } from '#ui/format.ts';
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
import type { StudySegmentations } from './masks/study-segmentations.ts';
import { KnownProposals } from './proposals/KnownProposals.tsx';
import { KnownRegistrations } from './registration/KnownRegistrations.tsx';
import { CURRENT_WORDS, priorWords } from './prior/prior-texts.ts';
import { SharedSession } from './screens/SharedSession.tsx';
import { MeasureProvider } from './measure/measure-context.tsx';
import { KeptPath } from './path/KeptPath.tsx';
import { isGone, StudyNotOpen } from './StudyNotOpen.tsx';
import { useNewWorkstation } from './use-new-workstation.ts';
import { WorkstationProvider } from './workstation.ts';
import { areImagesComing, completeSeries, firstSeries } from './shown-series.ts';
import { TEXTS } from './texts.ts';
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

/** A study in a workstation of its own tab. */
export function AnnotatorPage(props: AnnotatorPageProps) {
  const { db, study, series, error } = props;
  const layouts = useLayouts(db);
  // Also when this device still has it: nothing that is drawn there would arrive.
  if (!isGone(error) && study !== undefined && series !== undefined) return <Open {...props} {...{ study, series, layouts }} />;
  return <StudyNotOpen {...props} />;
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
      {
        uuid: study.uuid,
        date: formatStudyDate(study.studyDate),
        words: t('this study'),
        paneWords: CURRENT_WORDS,
        ...completeSeries(series),
      },
      ...earlier.map((one) => ({
        uuid: one.study.uuid,
        date: formatStudyDate(one.study.studyDate),
        words: t('earlier'),
        paneWords: priorWords(one.study.studyDate, study.studyDate),
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
              <SharedSession study={study.uuid} isRead={isShown !== null || task?.read !== undefined} />
              {!isBlinded && <KnownClickModels study={study.uuid} series={series} />}
              <CommentsProvider {...{ db, study: study.uuid, task: task?.uuid ?? null, asked: comment, isShown }}>
                <FormsProvider {...{ db, study: study.uuid, read: task?.read ?? null, isShown }}>
                  <FollowUpProvider {...{ db, study, earlier, isRead: isBlinded }}>
                    <KeptPath {...{ db, study: study.uuid }} isRead={isBlinded} />
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
