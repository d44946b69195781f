import { Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useDeferredValue } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import { PAGE_STATES } from '#model/status.ts';
import type { StudyView, UploadView } from '#model/upload-view.ts';
import { useShownUpload } from '#localdb/use-upload-view.ts';
import { Page } from '#ui/Page.tsx';
import { DropOverlay } from '#ui/upload/DropArea.tsx';
import { useBrowse } from '#ui/upload/use-browse.tsx';
import { usePageDrop } from '#ui/upload/use-page-drop.ts';
import { StepLine } from '#ui/upload/StepLine.tsx';
import { Announcer } from './Announcer.tsx';
import { FinishedState } from './FinishedState.tsx';
import { leaving } from './leaving.ts';
import { LeftBehindNote } from './LeftBehindNote.tsx';
import { LeavingWarning } from './LeavingWarning.tsx';
import { lostProblems } from './LostFiles.tsx';
import { CopyFaultNote } from './CopyFaultNote.tsx';
import { EvictedNote } from './EvictedNote.tsx';
import { NoRoomNote } from './NoRoomNote.tsx';
import { PreviewState } from './PreviewState.tsx';
import { ReadyState } from './ReadyState.tsx';
import { SendingState } from './SendingState.tsx';
import { SeriesPanel, type SeriesViewer } from './SeriesPanel.tsx';
import { TEXTS } from './texts.ts';
import { UploadActions } from './UploadActions.tsx';
import classes from './UploadPage.module.css';
import { useBodyPartForAll } from './use-body-part-for-all.ts';
import { useBodyParts } from './use-body-parts.ts';
import { CataloguesProvider, useReadCatalogues } from './use-catalogues.ts';
import { useDeidentifyRules } from './use-deidentifying.ts';
import { useFinishedToast } from './use-finished-toast.ts';
import { useIntake } from './use-intake.ts';
import { useServerArchives } from './use-server-archives.ts';
import { GeneratingContext, LookAtContext } from './looked-at.ts';
import { useLookedAt } from './use-looked-at.ts';
import { useKeptMark } from './use-kept-mark.ts';
import { useLayout } from './use-layout.ts';
import { PreviewerProvider } from './use-previewer.tsx';

const STEPS = PAGE_STATES.map((state) => TEXTS.steps[state]);

/** A live view of the local database: a reload, another tab or a restart shows the same page. */
export function UploadPage({ db, userId, Viewer }: { db: LocalDb; userId: number; Viewer: SeriesViewer }) {
  const bodyParts = useBodyParts();
  const catalogues = useReadCatalogues();
  const rules = useDeidentifyRules();
  const layout = useLayout();
  const intake = useIntake(db, userId);
  const { isCopying, isGrowing, waiting, trouble, take, leaveOut } = intake;
  // In slices between which the page answers: from the preview of a hundred series to their sending is 60 ms of drawing.
  const view = useDeferredValue(useShownUpload(db, isGrowing));
  const { archives, serverOpens } = useServerArchives(db, view, rules, intake);
  const { lost, understand } = useKeptMark(db, userId);
  const { forAll, setForAll } = useBodyPartForAll(db, view);
  const { browseFiles, browseFolder, inputs } = useBrowse(take, { files: TEXTS.browseFiles, folder: TEXTS.browseFolder });

  const state = view?.state ?? 'ready';
  // On its way it takes nothing but what it has lost.
  const takesFiles = view !== undefined && (state === 'ready' || state === 'preview' || lostProblems(view?.problems ?? []).length > 0);
  const hanging = usePageDrop(take, takesFiles);
  useHotkeys(
    takesFiles
      ? [
          ['mod+O', browseFiles],
          ['mod+shift+O', browseFolder],
        ]
      : [],
    [],
  );
  const { lookAt, generatingId, panel } = useLookedAt();
  useFinishedToast(view);

  function body() {
    if (view === undefined) return <Skeleton className={classes.skeleton ?? ''} />;
    if (view === null || view.state === 'ready') {
      return (
        <ReadyState
          bodyParts={bodyParts}
          forAll={forAll}
          onSetForAll={setForAll}
          userId={userId}
          isCopying={isCopying}
          serverOpens={serverOpens}
          onBrowseFiles={browseFiles}
          onBrowseFolder={browseFolder}
        />
      );
    }
    if (view.state === 'preview')
      return (
        <PreviewState
          db={db}
          view={view}
          bodyParts={bodyParts}
          rules={rules}
          onSetForAll={setForAll}
          userId={userId}
          isCopying={isCopying}
          layout={layout}
          archives={archives}
          serverOpens={serverOpens}
          lookedAtId={panel.lookedAt?.seriesId ?? null}
          isAllHere={!isCopying && waiting === null}
        />
      );
    if (view.state === 'finished') return <FinishedState db={db} view={view} />;
    return (
      <SendingState
        db={db}
        view={view}
        layout={layout}
        isAllHere={!isCopying && waiting === null && trouble === null}
        onBrowse={browseFiles}
      />
    );
  }

  return (
    <Page
      title={TEXTS.title}
      aside={<StepLine words={STEPS} now={PAGE_STATES.indexOf(state)} className={classes.steps} />}
      actions={view ? <UploadActions db={db} view={view} onBrowseFiles={browseFiles} /> : undefined}
    >
      <PreviewerProvider userId={userId}>
        <div className={classes.state} data-upload-state={view === undefined ? 'loading' : pageStateName(view)}>
          {lost > 0 && <EvictedNote files={lost} onUnderstood={understand} />}
          {!isCopying && <LeftBehindNote db={db} />}
          {waiting && <NoRoomNote db={db} waiting={waiting} sending={state === 'upload' || state === 'converting'} onLeaveOut={leaveOut} />}
          {trouble && <CopyFaultNote trouble={trouble} />}
          <CataloguesProvider value={catalogues}>
            <LookAtContext value={lookAt}>
              <GeneratingContext value={generatingId}>{body()}</GeneratingContext>
            </LookAtContext>
          </CataloguesProvider>
        </div>
        <SeriesPanel Viewer={Viewer} userId={userId} studies={view?.studies ?? NO_STUDIES} {...panel} />
      </PreviewerProvider>
      {takesFiles && inputs}
      {hanging && <DropOverlay text={TEXTS.dropNow} />}
      <LeavingWarning leaving={leaving(state, isCopying || waiting !== null)} />
      <Announcer view={view} haltIsSaid />
    </Page>
  );
}

/** given (UPL2-047, 052). */
function pageStateName(view: UploadView | null): string {
  if (view === null) return 'ready';
  if (view.opening === null || view.state !== 'preview') return view.state;
  return view.opening.phase === 'archive-reading' ? 'zip_preview_processing' : 'zip_uploading';
}

const NO_STUDIES: readonly StudyView[] = [];
