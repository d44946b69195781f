import { Outlet } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BottomBar } from '#app/frame/BottomBar.tsx';
import { HeaderEnd } from '#app/frame/HeaderEnd.tsx';
import { Sidebar } from '#app/frame/Sidebar.tsx';
import { SkipLink } from '#app/frame/SkipLink.tsx';
import { PageFrameProvider } from '#ui/Page.tsx';
import classes from './AppLayout.module.css';

/** LAYOUT-01: sidebar of 224, rail of 56, bottom bar on phones; the header belongs to the page and takes the marks of the frame. */
export function AppLayout() {
  const frame = useMemo(() => ({ start: null, end: <HeaderEnd /> }), []);
  return (
    <div className={classes.frame}>
      <SkipLink />
      <Sidebar />
      <main id="content" tabIndex={-1} className={classes.main}>
        <PageFrameProvider value={frame}><Outlet /></PageFrameProvider>
      </main>
      <BottomBar />
    </div>
  );
}
