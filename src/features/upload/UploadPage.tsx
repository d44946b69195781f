import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { LocalDb } from '#localdb/schema.ts';
import { useShownUpload } from '#localdb/use-upload-view.ts';
import { Page } from '#ui/Page.tsx';
import { DropOverlay } from '#ui/upload/DropArea.tsx';
import { useBrowse } from '#ui/upload/use-browse.tsx';
import { usePageDrop } from '#ui/upload/use-page-drop.ts';
import { FinishedState } from './FinishedState.tsx';
import { leaving } from './leaving.ts';
import { LeavingWarning } from './LeavingWarning.tsx';
import { NoRoomNote } from './NoRoomNote.tsx';
import { PreviewState } from './PreviewState.tsx';
import { ReadyState } from './ReadyState.tsx';
import { SendingState } from './SendingState.tsx';
import { Stepper } from './Stepper.tsx';
import { TEXTS } from './texts.ts';
import { UploadActions } from './UploadActions.tsx';
import classes from './UploadPage.module.css';
import { useAnnouncements } from './use-announcements.ts';
import { useBodyPartForAll } from './use-body-part-for-all.ts';
import { useBodyParts } from './use-body-parts.ts';
import { useFinishedToast } from './use-finished-toast.ts';
import { useIntake } from './use-intake.ts';
import { useLayout } from './use-layout.ts';
import { PreviewerProvider } from './use-previewer.tsx';

/** A live view of the local database: a reload, another tab or a restart shows the same page. */
export function UploadPage({ db, userId }: { db: LocalDb; userId: number }) {
  const view = useShownUpload(db);
  const bodyParts = useBodyParts();
  const layout = useLayout();
  const { copying, trouble, take } = useIntake(userId);
  const { forAll, setForAll } = useBodyPartForAll(db, view);
  const { browseFiles, browseFolder, inputs } = useBrowse(take, { files: TEXTS.browseFiles, folder: TEXTS.browseFolder });

  const state = view?.state ?? 'ready';
  const takesFiles = view !== undefined && (state === 'ready' || state === 'preview');
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
  useFinishedToast(view);
  const spoken = useAnnouncements(view);

  function body() {
    if (view === undefined) return <Skeleton className={classes.skeleton ?? ''} />;
    if (view === null || view.state === 'ready') {
      return (
        <ReadyState
          bodyParts={bodyParts}
          forAll={forAll}
          onSetForAll={setForAll}
          copying={copying}
          onBrowseFiles={browseFiles}
          onBrowseFolder={browseFolder}
        />
      );
    }
    if (view.state === 'preview')
      return <PreviewState db={db} view={view} bodyParts={bodyParts} onSetForAll={setForAll} copying={copying} layout={layout} />;
    if (view.state === 'finished') return <FinishedState view={view} />;
    return <SendingState db={db} view={view} layout={layout} />;
  }

  return (
    <Page
      title={TEXTS.title}
      aside={<Stepper state={state} />}
      actions={view ? <UploadActions db={db} view={view} onBrowseFiles={browseFiles} /> : undefined}
    >
      <PreviewerProvider userId={userId}>
        <div className={classes.state} data-upload-state={view === undefined ? 'loading' : state}>
          {trouble && <NoRoomNote trouble={trouble} />}
          {body()}
        </div>
      </PreviewerProvider>
      {takesFiles && inputs}
      {hanging && <DropOverlay text={TEXTS.dropNow} />}
      <LeavingWarning leaving={leaving(state, copying !== null)} />
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
    </Page>
  );
}
