import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/upload-view.ts';
import { useSession } from '#ui/session-context.tsx';
import { asTheyStand } from './as-they-stand.ts';
import { LostFiles } from './LostFiles.tsx';
import { ResumedLine } from './ResumedLine.tsx';
import { SendingFigures } from './SendingFigures.tsx';
import { KeptNote, MayCloseNote } from './SendingNotes.tsx';
import classes from './SendingState.module.css';
import { SendingTable } from './SendingTable.tsx';
import type { Layout } from './use-layout.ts';

interface SendingStateProps {
  db: LocalDb;
  view: UploadView;
  layout: Layout;
  /** Nothing that was given waits in this tab alone. */
  isAllHere: boolean;
  onBrowse: () => void;
}

/** Queued, on its way, or being converted: one page, since series are in different places of the same road. */
export function SendingState({ db, view, layout, isAllHere, onBrowse }: SendingStateProps) {
  const { serverReachable } = useSession<Session>();
  const isMoving = serverReachable && view.halt === null && view.waiting === null;
  return (
    <div className={classes.stack}>
      <KeptNote db={db} view={view} />
      <SendingFigures view={view} narrow={layout === 'phone'} />
      <MayCloseNote view={view} isAllHere={isAllHere} />
      <LostFiles problems={view.problems} onBrowse={onBrowse} />
      <ResumedLine db={db} uploadId={view.id} />
      <SendingTable studies={isMoving ? view.studies : asTheyStand(view.studies)} folded={layout === 'phone'} />
    </div>
  );
}
