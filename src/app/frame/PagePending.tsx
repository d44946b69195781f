import { Skeleton } from '@mantine/core';
import classes from './PagePending.module.css';

/** Skeleton of the next page, after 150 ms; never a spinner over a page. */
export function PagePending() {
  return (
    <div className={classes.pending} aria-busy="true">
      <div className={classes.header}>
        <Skeleton h={12} w={120} />
      </div>
      <div className={classes.body}>
        <Skeleton h={14} w={160} />
        <div className={classes.panel}>
          {[0, 1, 2, 3].map((row) => (
            <div key={row} className={classes.row}>
              <Skeleton h={36} w={36} radius="sm" />
              <div className={classes.lines}>
                <Skeleton h={10} w={`${34 - row * 4}%`} />
                <Skeleton h={8} w={`${22 - row * 2}%`} />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
