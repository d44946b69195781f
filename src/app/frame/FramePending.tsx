import classes from './AppFrame.module.css';
import { PagePending } from './PagePending.tsx';
import { SidebarSkeleton } from './SidebarSkeleton.tsx';

/** The shape of the app while its frame or its first page is on the way. */
export function FramePending() {
  return (
    <div className={classes.frame}>
      <SidebarSkeleton />
      <main className={classes.main}>
        <PagePending />
      </main>
    </div>
  );
}
