import { useEffect, useState, type ReactNode } from 'react';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import type { LocalDb } from '#localdb/schema.ts';
import frame from '#features/annotator/frame/AnnotatorFrame.module.css';
import { MaskProvider, useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import type { StudySegmentations } from '#features/annotator/masks/study-segmentations.ts';
import { completeSeries } from '#features/annotator/shown-series.ts';
import { isOpened } from '#features/annotator/station/series-store.ts';
import { isGone, StudyNotOpen } from '#features/annotator/StudyNotOpen.tsx';
import { noPictureText } from '#features/annotator/surfaces/surface-texts.ts';
import { useShownSurfaces } from '#features/annotator/surfaces/use-surfaces.ts';
import { TEXTS } from '#features/annotator/texts.ts';
import { useNewWorkstation } from '#features/annotator/use-new-workstation.ts';
import { useOpenSeries, WorkstationProvider } from '#features/annotator/workstation.ts';
import { usePageFrame } from '#ui/Page.tsx';
import { useXrSession } from './use-xr-session.ts';
import { XR_TEXTS } from './xr-texts.ts';
import { XrScene } from './XrScene.tsx';
import classes from './XrPage.module.css';

export interface XrPageProps {
  db: LocalDb;
  userId: number;
  /** Of the study in the address. */
  uuid: string;
  serverReachable: boolean;
  study: StudyDetail | undefined;
  series: readonly Series[] | undefined;
  error: Error | null;
  isFetching: boolean;
  onRetry: () => void;
  backTo: string;
  segmentations: StudySegmentations;
  /** The study, without what names its patient. */
  title: string;
}

/** The surfaces of a segmentation, in the page and in a headset (docs/decisions/388-xr.md). */
export function XrPage(props: XrPageProps) {
  const { study, series, error, segmentations, title, backTo } = props;
  const { mark } = usePageFrame();
  if (isGone(error) || study === undefined || series === undefined) return <StudyNotOpen {...props} />;
  const chosen = segmentations.list?.find(({ uuid, mask }) =>
    segmentations.first === null ? mask !== null : uuid === segmentations.first,
  );
  return (
    <div className={frame.frame}>
      <header className={frame.header}>
        <a className={classes.back} href={backTo}>
          {XR_TEXTS.annotator}
        </a>
        <h1 className={frame.name}>{[title, chosen?.structure.title].filter(Boolean).join(' · ')}</h1>
        <span className={classes.mark}>{mark}</span>
      </header>
      <main className={classes.main} aria-label={XR_TEXTS.title}>
        {chosen?.mask ? (
          <Open {...props} {...{ study, series }} maskSeries={chosen.mask.series} segmentation={chosen.uuid} />
        ) : (
          <Words>{wordsOf(segmentations)}</Words>
        )}
      </main>
    </div>
  );
}

function wordsOf({ list, first, problem }: StudySegmentations): string {
  if (list === null) return problem === null ? XR_TEXTS.loading : problem === 'offline' ? TEXTS.offline : TEXTS.unloaded;
  return first === null ? XR_TEXTS.noSegmentations : XR_TEXTS.notFound;
}

function Words({ children }: { children: ReactNode }) {
  return (
    <p className={classes.words} role="status">
      {children}
    </p>
  );
}

type OpenProps = XrPageProps & { study: StudyDetail; series: readonly Series[]; maskSeries: string; segmentation: string };

function Open({ db, userId, serverReachable, study, series, maskSeries, segmentations, segmentation }: OpenProps) {
  const complete = completeSeries(series);
  const studies = [{ uuid: study.uuid, date: '', words: '', paneWords: '', ...complete }];
  const drawnOn = complete.series.find(({ uuid }) => uuid === maskSeries) ?? null;
  const workstation = useNewWorkstation(db, userId, study.uuid, studies, drawnOn);
  useEffect(() => {
    if (serverReachable) workstation?.series.serverReturned();
  }, [workstation, serverReachable]);
  if (drawnOn === null) return <Words>{TEXTS.imagesComing}</Words>;
  if (workstation === null) return <Words>{XR_TEXTS.loading}</Words>;
  return (
    <WorkstationProvider value={workstation}>
      <MaskProvider db={db} study={study.uuid} segmentations={segmentations}>
        <Surfaces study={study.uuid} {...{ maskSeries, segmentation, serverReachable }} />
      </MaskProvider>
    </WorkstationProvider>
  );
}

interface SurfacesProps {
  study: string;
  segmentation: string;
  maskSeries: string;
  serverReachable: boolean;
}

function Surfaces({ study, segmentation, maskSeries, serverReachable }: SurfacesProps) {
  const [headset, setHeadset] = useState(false);
  useXrSession({ study, segmentation, serverReachable, headset });
  const surfaces = useShownSurfaces();
  const status = useMask((state) => state.status);
  const { noGrid } = useMaskPanel();
  const opened = useOpenSeries(maskSeries)?.opened ?? null;
  const words = opened !== null && !isOpened(opened) ? TEXTS.failed : pictureWords(status, noGrid, surfaces.length);
  return <XrScene surfaces={surfaces} words={words} onInside={setHeadset} />;
}

function pictureWords(status: string, noGrid: string | null, surfaces: number): string | null {
  if (noGrid !== null && noGrid !== 'loading') return XR_TEXTS.noGrid;
  if (status === 'none' || (status === 'opening' && surfaces === 0)) return XR_TEXTS.loading;
  if (status === 'open' || status === 'opening') return noPictureText(true, surfaces);
  return XR_TEXTS.unreadable;
}
