import { IconClock } from '@tabler/icons-react';
import classes from './Organize.module.css';

/** What the server has not received: it asks nothing of the user (design.md §18). */
export function Waits({ children }: { children: string }) {
  return (
    <span className={classes.waits} data-waits>
      <IconClock size={14} stroke={1.5} aria-hidden /> {children}
    </span>
  );
}

/** The colour of what has no number yet. */
export function DashedSwatch() {
  return <span className={classes.dashed} aria-hidden />;
}
