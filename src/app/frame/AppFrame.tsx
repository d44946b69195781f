import { useMemo, type ReactNode } from 'react';
import { PageFrameProvider } from '#ui/Page.tsx';
import classes from './AppFrame.module.css';
import { BottomBar } from './BottomBar.tsx';
import { HeaderLamp } from './HeaderLamp.tsx';
import { OfflineMark } from './OfflineMark.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';

/** Sidebar of 224, rail of 56, bottom bar on phones; the header belongs to the page and takes the marks of the frame. */
export function AppFrame({ children }: { children: ReactNode }) {
  const frame = useMemo(() => ({ mark: <OfflineMark />, end: <HeaderLamp /> }), []);
  return (
    <div className={classes.frame}>
      <SkipLink />
      <Sidebar />
      <main id="content" tabIndex={-1} className={classes.main}>
        <PageFrameProvider value={frame}>{children}</PageFrameProvider>
      </main>
      <BottomBar />
    </div>
  );
}
