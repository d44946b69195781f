import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { CopyFaultNote } from './CopyFaultNote.tsx';
import { EvictedNote } from './EvictedNote.tsx';
import { NoSpaceNote } from './NoSpaceNote.tsx';
import { NotCopiedNote } from './NotCopiedNote.tsx';
import { useEvictionMark } from './use-eviction-mark.ts';
import type { FileInput } from './use-file-input.ts';

interface IntakeNotesProps {
  db: LocalDb;
  userId: number;
  view: UploadView | null | undefined;
  input: FileInput;
}

/** Files that were evicted, not copied, or could not be read, above every state of the page. */
export function IntakeNotes({ db, userId, view, input: { isCopying, waiting, trouble, leaveOut } }: IntakeNotesProps) {
  const { lost, understand } = useEvictionMark(db, userId);
  const isSending = view?.state === 'upload' || view?.state === 'converting';
  return (
    <>
      {lost > 0 && <EvictedNote files={lost} onUnderstood={understand} />}
      {!isCopying && <NotCopiedNote db={db} />}
      {waiting && <NoSpaceNote db={db} waiting={waiting} sending={isSending} onLeaveOut={leaveOut} />}
      {trouble && <CopyFaultNote trouble={trouble} />}
    </>
  );
}
