import { useEffect, useMemo, type ReactNode } from 'react';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import { openingOf } from '#features/upload/opening.ts';
import { FrameKeys } from '#app/keys/FrameKeys.tsx';
import { PageFrameProvider } from '#ui/Page.tsx';
import classes from './AppFrame.module.css';
import { BottomBar } from './BottomBar.tsx';
import { DatabaseNote } from './DatabaseNote.tsx';
import { HeaderEnd } from './HeaderEnd.tsx';
import { LegacyUploadPlace } from './LegacyUploadPlace.tsx';
import { LostRightNote } from './LostRightNote.tsx';
import { MiniUploaderPlace } from './MiniUploaderPlace.tsx';
import { OfflineMark } from './OfflineMark.tsx';
import { SignInSheet } from './SignInSheet.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { SuspendedNote } from './SuspendedNote.tsx';
import { useFinishedNotice } from './use-finished-notice.ts';
import { useTitleProgress } from './use-title-progress.ts';

/** Sidebar of 224, rail of 56, bottom bar on phones; the header belongs to the page and takes the marks of the frame. */
export function AppFrame({ children }: { children: ReactNode }) {
  const frame = useMemo(() => ({ mark: <OfflineMark />, end: <HeaderEnd /> }), []);
  const db = useOptionalOwn()?.db;
  // As early as the frame can: what is on its way at this moment was on its way before the page.
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
          <LegacyUploadPlace />
          <PageFrameProvider value={frame}>{children}</PageFrameProvider>
        </main>
        <BottomBar />
        <MiniUploaderPlace />
        <SignInSheet />
      </div>
    </FrameKeys>
  );
}
