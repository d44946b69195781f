import type { LocalDb } from '#localdb/schema.ts';
import { PAGE_STATES } from '#model/status.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { Page } from '#ui/Page.tsx';
import { DropOverlay } from '#ui/upload/DropArea.tsx';
import { StepLine } from '#ui/upload/StepLine.tsx';
import { Announcer } from './Announcer.tsx';
import { TeamSettingsProvider, useReadTeamSettings } from './configuration/use-team-settings.ts';
import { IntakeNotes } from './intake/IntakeNotes.tsx';
import { useFileInput } from './intake/use-file-input.ts';
import { leavePage } from './leave-page.ts';
import { LeavePageWarning } from './LeavePageWarning.tsx';
import type { SeriesViewer } from './pictures/SeriesPanel.tsx';
import { SeriesPanelProvider } from './pictures/SeriesPanelProvider.tsx';
import { TEXTS } from './texts.ts';
import { UploadActions } from './UploadActions.tsx';
import { UploadBody } from './UploadBody.tsx';
import classes from './UploadPage.module.css';
import { useUpload } from './use-upload.ts';

const STEPS = PAGE_STATES.map((state) => TEXTS.steps[state]);

/** A live view of the local database: a reload, another tab or a restart shows the same page. */
export function UploadPage({ db, userId, Viewer }: { db: LocalDb; userId: number; Viewer: SeriesViewer }) {
  const settings = useReadTeamSettings();
  const { view, intake } = useUpload(db, userId);
  const input = useFileInput(db, view, intake, settings.rules);
  const state = view?.state ?? 'ready';

  return (
    <Page
      title={TEXTS.title}
      aside={<StepLine words={STEPS} now={PAGE_STATES.indexOf(state)} className={classes.steps} />}
      actions={view ? <UploadActions db={db} view={view} onBrowseFiles={input.browseFiles} /> : undefined}
    >
      <TeamSettingsProvider value={settings}>
        <SeriesPanelProvider Viewer={Viewer} userId={userId} studies={view?.studies}>
          <div className={classes.state} data-upload-state={view === undefined ? 'loading' : pageStateName(view)}>
            <IntakeNotes db={db} userId={userId} view={view} input={input} />
            <UploadBody db={db} userId={userId} view={view} input={input} />
          </div>
        </SeriesPanelProvider>
      </TeamSettingsProvider>
      {input.inputs}
      {input.isDragging && <DropOverlay text={TEXTS.dropNow} />}
      <LeavePageWarning leavePage={leavePage(state, input.isCopying || input.waiting !== null)} />
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
