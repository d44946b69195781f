import { Skeleton } from '@mantine/core';
import { t } from '#language/t.ts';
import classes from './Sidebar.module.css';

/** SIDE-02: the skeleton of the sidebar until user, team and permissions are known. */
export function SidebarSkeleton() {
  return (
    <aside className={classes.sidebar} aria-label={t('Team and areas')} aria-busy="true">
      <div className={classes.skeletonHead}>
        <Skeleton w={32} h={32} radius="md" />
        <div className={classes.skeletonLines}>
          <Skeleton h={10} w="80%" />
          <Skeleton h={8} w="60%" />
        </div>
      </div>
      <div className={classes.tools}>
        <div className={classes.search}>
          <Skeleton w={18} h={18} />
        </div>
      </div>
      <div className={classes.items}>
        {[62, 88, 54].map((width) => (
          <div key={width} className={classes.item}>
            <Skeleton w={18} h={18} />
            <Skeleton className={classes.label ?? ''} h={10} w={width} />
          </div>
        ))}
      </div>
      <div className={classes.foot} />
    </aside>
  );
}
