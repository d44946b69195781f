import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { useSession } from '#ui/session-context.tsx';
import { withStalledStatuses } from './stalled-statuses.ts';
import { LostFiles } from '#features/upload/intake/LostFiles.tsx';
import { ResumedNote } from './ResumedNote.tsx';
import { SendingFigures } from './SendingFigures.tsx';
import { KeptNote, MayCloseNote } from './SendingNotes.tsx';
import classes from './SendingState.module.css';
import { SendingTable } from './SendingTable.tsx';
import type { FileInput } from '#features/upload/intake/use-file-input.ts';
import { useLayout } from '#features/upload/use-layout.ts';

interface SendingStateProps {
  db: LocalDb;
  view: UploadView;
  input: FileInput;
}

/** Queued, sending, or being converted: one page, because series are at different stages. */
export function SendingState({ db, view, input: { isCopying, waiting, trouble, browseFiles } }: SendingStateProps) {
  const isPhone = useLayout() === 'phone';
  const { serverReachable } = useSession<Session>();
  // No file is only in this tab.
  const isAllHere = !isCopying && waiting === null && trouble === null;
  const isMoving = serverReachable && view.halt === null && view.waiting === null;
  return (
    <div className={classes.stack}>
      <KeptNote db={db} view={view} />
      <SendingFigures view={view} narrow={isPhone} />
      <MayCloseNote view={view} isAllHere={isAllHere} />
      <LostFiles problems={view.problems} onBrowse={browseFiles} />
      <ResumedNote db={db} uploadId={view.id} />
      <SendingTable studies={isMoving ? view.studies : withStalledStatuses(view.studies)} folded={isPhone} />
    </div>
  );
}
