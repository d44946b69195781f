import { useEffect, useMemo, type ReactNode } from 'react';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import { openingOf } from '#features/upload/sending/opening.ts';
import { FrameKeys } from '#app/keys/FrameKeys.tsx';
import { PageFrameProvider } from '#ui/Page.tsx';
import classes from './AppFrame.module.css';
import { BottomBar } from './BottomBar.tsx';
import { DatabaseNote } from './notes/DatabaseNote.tsx';
import { HeaderEnd } from './HeaderEnd.tsx';
import { LegacyUploadSlot } from './slots/LegacyUploadSlot.tsx';
import { LostRightNote } from './notes/LostRightNote.tsx';
import { MiniUploaderSlot } from './slots/MiniUploaderSlot.tsx';
import { OfflineMark } from './OfflineMark.tsx';
import { SignInSheet } from './notes/SignInSheet.tsx';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { SuspendedNote } from './notes/SuspendedNote.tsx';
import { useFinishedNotice } from './use-finished-notice.ts';
import { useTitleProgress } from './use-title-progress.ts';

/** Sidebar of 224, rail of 56, bottom bar on phones; the header belongs to the page and shows the marks of the frame. */
export function AppFrame({ children }: { children: ReactNode }) {
  const frame = useMemo(() => ({ mark: <OfflineMark />, end: <HeaderEnd /> }), []);
  const db = useOptionalOwn()?.db;
  // As early as possible: an upload that is in progress now was started before this page opened.
  useEffect(() => void (db && openingOf(db)), [db]);
  useFinishedNotice();
  useTitleProgress();
  return (
    <FrameKeys>
      <div className={classes.frame}>
        <SkipLink />
        <Sidebar />
        <main id="content" tabIndex={-1} className={classes.main}>
          <DatabaseNote />
          <SuspendedNote />
          <LostRightNote />
          <LegacyUploadSlot />
          <PageFrameProvider value={frame}>{children}</PageFrameProvider>
        </main>
        <BottomBar />
        <MiniUploaderSlot />
        <SignInSheet />
      </div>
    </FrameKeys>
  );
}
