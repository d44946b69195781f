import classes from './AppFrame.module.css';
import { PagePending } from './PagePending.tsx';
import { SidebarSkeleton } from './sidebar/SidebarSkeleton.tsx';

/** Skeleton of the app while its frame or first page loads. */
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
